import { expect, test } from 'vitest';
import { z } from 'zod';
import { createBot, definePlugin } from '../src/index.js';

const greeter = definePlugin({ name: 'greeter', options: z.object({ times: z.int().min(1).default(1) }) });

test('options that do not fit are refused where the plugin is made, each with its path', () => {
  expect(() => greeter({ times: 0 })).toThrow(
    expect.objectContaining({ code: 'PLUGIN_OPTIONS_INVALID', message: expect.stringContaining('options.times') }),
  );
});

test('a plugin without options refuses any', () => {
  const plain = definePlugin({ name: 'plain' });
  expect(() => plain({ colour: 'red' })).toThrow(expect.objectContaining({ code: 'PLUGIN_OPTIONS_INVALID' }));
});

test.for([5, true, 'red', [1]])('a plugin without options refuses %j, which is no options at all', (given) => {
  const plain = definePlugin({ name: 'plain' });
  expect(() => plain(given as unknown as Record<string, unknown>)).toThrow(
    expect.objectContaining({ code: 'PLUGIN_OPTIONS_INVALID', message: expect.stringContaining('options: ') }),
  );
});

test('a plugin installed twice is refused by name', () => {
  expect(() => createBot({ plugins: [greeter(), greeter()] })).toThrow(/greeter is installed twice/);
});
