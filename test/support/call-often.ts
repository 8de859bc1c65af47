// call-often.ts URL PREFIX: a bot in a process of its own, whose time is set by each line it reads. It runs the built
// packages, since Node compiles no decorators.
import { createInterface } from 'node:readline';
import { type Clock, systemClock } from '@botwright/clock';
import { Command, type CommandClass, Commands, Cooldown, type CooldownOptions } from '@botwright/commands';
import { Client, createLog } from '@botwright/core';
import { ClientUser, Message } from '@botwright/protocol';
import { openStore } from '@botwright/store';

const [url = '', first = '{}'] = process.argv.slice(2);
const policies = ['fixed-window', 'sliding-window', 'token-bucket'] as const;

let jumpedMs = 0;
let passedMs = 0;
const clock: Clock = {
  ...systemClock,
  now: () => systemClock.now() + jumpedMs + passedMs,
  monotonic: () => systemClock.monotonic() + passedMs,
  uptime: () => {
    const uptime = systemClock.uptime?.();
    return uptime && { ...uptime, ms: uptime.ms + passedMs };
  },
};
setTime(first);

function setTime(line: string): number {
  const order: { jumpedMs?: number; passedMs?: number; calls?: number } = JSON.parse(line);
  ({ jumpedMs = jumpedMs, passedMs = passedMs } = order);
  return order.calls ?? 0;
}

function limited(policy: CooldownOptions['policy'] & string): CommandClass {
  const Limited = class {
    run(): void {}
  };
  Command({ name: policy, summary: 'Do nothing.' })(Limited);
  Cooldown({ uses: 7, per: '1h', by: 'everyone', policy })(Limited);
  return Limited;
}

const log = createLog({ level: 'silent' });
const createdAt = new Date().toISOString();
const { api } = new Client({
  token: 'test-token',
  baseUrl: 'http://127.0.0.1:1',
  log,
  transport: async (request) => {
    const draft = JSON.parse(String(request.body));
    const message = { ...draft, id: 'answer', channelId: 'channel0', createdAt };
    return { status: 200, headers: {}, body: JSON.stringify({ success: true, message }) };
  },
});
await using store = openStore({ url, clock });
const commands = new Commands({
  prefix: '!',
  commands: policies.map(limited),
  client: { api, log, user: ClientUser.parse({ id: 'bot0', username: 'botty', bot: true }) },
  instantiate: (commandClass) => new commandClass(),
  store,
  clock,
});

async function hasRun(name: string): Promise<boolean> {
  const createdBy = { id: 'ada-id', username: 'ada' };
  const message = Message.parse({ id: 'call', channelId: 'channel0', content: `!${name}`, createdBy, createdAt });
  const invocation = await commands.handle({ message, channelId: 'channel0', channelType: 'text', teamId: null });
  if (invocation?.outcome === 'failed') throw invocation.error;
  return invocation?.outcome === 'done';
}

for await (const line of createInterface(process.stdin)) {
  const calls = setTime(line);
  const runs = policies.map(async (policy) => {
    const outcomes = await Promise.all(Array.from({ length: calls }, () => hasRun(policy)));
    return outcomes.filter(Boolean).length;
  });
  process.stdout.write(`${JSON.stringify(await Promise.all(runs))}\n`);
}
