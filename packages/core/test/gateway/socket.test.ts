import { expect, test } from 'vitest';
import { GatewaySocket } from '../../src/gateway/socket.js';
import { clientOf } from '../support/client.js';
import { Service } from '../support/service.js';

test('a dropped socket is never heard of again, whatever was on its way', async () => {
  await using service = await Service.start();
  service.ready = null;
  const heard: string[] = [];
  const note = (what: string) => () => heard.push(what);
  const socket = new GatewaySocket(service.url.replace('http', 'ws'), 'Bot x', 1_000, {
    opened: note('opened'),
    text(frame) {
      heard.push(frame.bytes.toString());
      socket.drop();
    },
    arrived: note('arrived'),
    binary: note('binary'),
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
  expect(heard).toEqual(['opened', 'arrived', 'frame 0']);
});

test('pings are answered, and of many that come at once the last one is', async () => {
  await using service = await Service.start();
  await using client = clientOf(service);
  await client.connect();
  const accepted = await service.sockets.next();
  const pongs: string[] = [];
  const answered = (ping: string) =>
    new Promise<void>((resolve) => {
      accepted.socket.on('pong', (data) => {
        if (data.toString() === ping) resolve();
      });
    });
  accepted.socket.on('pong', (data) => pongs.push(data.toString()));
  accepted.socket.ping('alone');
  await answered('alone');
  expect(pongs).toEqual(['alone']);
  accepted.raw.cork();
  for (let ping = 1; ping <= 1_000; ping += 1) accepted.socket.ping(`ping ${ping}`);
  accepted.raw.uncork();
  await answered('ping 1000');
  expect(client.gateway.state).toBe('ready');
});
