// Calls before anything is loaded to compare the calls with, and prints what the service got and what was refused.
import { BodyInvalid, Client } from '../../../src/index.js';
import { token } from '../client.js';
import { Service } from '../service.js';
import { message } from '../shapes.js';

await using service = await Service.start();
await using client = new Client({ token, baseUrl: service.url, log: { level: 'silent' }, validate: 'full' });
service.respond = () => ({ body: { success: true, message: message() } });

const numbers = Array.from({ length: 20 }, (_, number) => String(number));
const calls = numbers.map((content) => client.api.messages.create('c1', { content }));
const refusal = client.api.messages.create('c1', { content: 'x'.repeat(2_001) }).then(
  () => 'none',
  (error: unknown) => error instanceof BodyInvalid && error.problem,
);
await client.rest.idle();
const arrived = service.requests.map(({ body }) => JSON.parse(body).content);
await Promise.all(calls);
process.stdout.write(JSON.stringify({ numbers, arrived, refusal: await refusal }));
