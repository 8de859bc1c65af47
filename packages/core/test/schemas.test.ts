import { expect, test } from 'vitest';
import { reportOf } from './support/child.js';

// Processes of their own: in this one the schemas were loaded long ago.

test('what comes while the schemas of the first event are being loaded is heard behind it, in the order it came', async () => {
  const { sent, heard } = await reportOf<{ sent: string[]; heard: string[] }>('late-schemas.ts');
  expect(heard).toEqual(sent);
});

test('calls that wait for schemas go out in the order they were made, are waited for, and are refused like any', async () => {
  const { numbers, arrived, refusal } = await reportOf<{ numbers: string[]; arrived: string[]; refusal: string }>(
    'early-calls.ts',
  );
  expect(arrived).toEqual(numbers);
  expect(refusal).toMatch(/^content: /);
});
