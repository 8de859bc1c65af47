import { createBot, Listener, On } from 'botwright';

async function fail(): Promise<void> {
  await Promise.resolve();
  throw new Error('nobody waits for this');
}

@Listener()
class Forgetful {
  @On('MESSAGE_SEND')
  remember(): void {
    void fail();
  }
}

export default createBot({ listeners: [Forgetful] });
