/** Who can be, and the way in, as the server that served this page tells it. */
export interface Session {
  readonly controlToken: string;
  readonly bot: { readonly id: string; readonly username: string };
  readonly people: Readonly<Record<string, { readonly id: string; readonly token: string }>>;
}

/** The sandbox could not be reached, or did not let this page in. */
class SessionUnavailable extends Error {
  override readonly name = 'SessionUnavailable';
}

/**
 * Asks the sandbox who can be.
 *
 * @throws {SessionUnavailable} when it does not answer or refuses.
 */
export async function openSession(): Promise<Session> {
  try {
    const reply = await fetch('/_sandbox/session', { cache: 'no-store' });
    if (reply.ok) return (await reply.json()) as Session;
    throw new SessionUnavailable(`The sandbox refused this page with ${reply.status}. Open it at its own address.`);
  } catch (cause) {
    if (cause instanceof SessionUnavailable) throw cause;
    throw new SessionUnavailable('The sandbox does not answer. Is it still running?', { cause });
  }
}

const personKey = 'botwright.person';
const channelKey = 'botwright.channel';
const recordingKey = 'botwright.recording';

/** What a tab remembers across a reload. Two tabs can be two people, so it is the tab's own. */
export const tabMemory = {
  get person(): string | undefined {
    return sessionStorage.getItem(personKey) ?? undefined;
  },
  set person(name: string) {
    sessionStorage.setItem(personKey, name);
  },
  get channelId(): string | undefined {
    return sessionStorage.getItem(channelKey) ?? undefined;
  },
  set channelId(id: string) {
    sessionStorage.setItem(channelKey, id);
  },
  /** The id of the recording under way. */
  get recordingId(): string | undefined {
    return sessionStorage.getItem(recordingKey) ?? undefined;
  },
  set recordingId(id: string | undefined) {
    if (id === undefined) sessionStorage.removeItem(recordingKey);
    else sessionStorage.setItem(recordingKey, id);
  },
};

/** The person this tab speaks as: the remembered one if they still exist, else the first. */
export function chosenPerson(session: Session): string | undefined {
  const names = Object.keys(session.people);
  const remembered = tabMemory.person;
  return remembered !== undefined && names.includes(remembered) ? remembered : names[0];
}
