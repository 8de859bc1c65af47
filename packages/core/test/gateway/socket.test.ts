import { expect, test } from 'vitest';
import { GatewaySocket } from '../../src/gateway/socket.js';
import { Service } from '../support/service.js';

test('a dropped socket is never heard of again, whatever was on its way', async () => {
  await using service = await Service.start();
  service.ready = null;
  const heard: string[] = [];
  const note = (what: string) => () => heard.push(what);
  const socket = new GatewaySocket(service.url.replace('http', 'ws'), 'Bot x', 1_000, {
    opened: note('opened'),
    text(bytes) {
      heard.push(bytes.toString());
      socket.drop();
    },
    binary: note('binary'),
    control: note('control'),
    ended: note('ended'),
  });
  const accepted = await service.sockets.next();
  // Many frames in one segment, and an end: all of it lies behind the first frame, on which the socket is dropped.
  accepted.raw.cork();
  for (let frame = 0; frame < 100; frame += 1) accepted.socket.send(`frame ${frame}`);
  accepted.socket.ping();
  accepted.closeRaw(1001);
  accepted.raw.uncork();
  await accepted.closed;
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual(['opened', 'frame 0']);
});
