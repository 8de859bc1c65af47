import { expect, test } from 'vitest';
import { ownPicture } from '../../web/src/own-upload.js';

const page = { hostname: '127.0.0.1', port: '4100' };

test('a picture uploaded to this sandbox is shown from here, whichever of its names the address holds', () => {
  const addresses = ['http://127.0.0.1:4100/cdn/a1.png', 'http://localhost:4100/cdn/b2.JPEG'];
  expect(addresses.map((address) => ownPicture(address, page))).toEqual(['/cdn/a1.png', '/cdn/b2.JPEG']);
});

test.each([
  'https://example.org/cdn/a1.png',
  'http://127.0.0.1:4200/cdn/a1.png',
  'http://127.0.0.1:4100/api/v1/a1.png',
  'http://127.0.0.1:4100/cdn/../page.png',
  'http://127.0.0.1:4100/cdn/drawing.svg',
  'javascript:alert(1)//cdn/a1.png',
  'not an address',
])('%s is not shown as a picture', (address) => {
  expect(ownPicture(address, page)).toBeUndefined();
});
