// The sandbox as anybody starts it.
import { authorization } from '@botwright/protocol';
import { createSandbox } from '@botwright/sandbox';
import { listening } from './report.ts';

const sandbox = await createSandbox();
await sandbox.listen();
const { url, people, channels } = sandbox.description;
listening({ origin: url, authorization: authorization(people.ada.token, 'User'), channelId: channels.general });
