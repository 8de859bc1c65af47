import type { Talk } from './talk.js';

/** What `@Conversation` takes. */
export interface ConversationOptions {
  /** Unique within a bot; what is stored refers to it. */
  readonly name: string;
  /** A whole number, raised whenever steps are added, removed, renamed or moved. */
  readonly version: number;
}

export interface ConversationInstance {
  run(talk: Talk): unknown;
}

/** A class with `@Conversation`, whatever its constructor takes. */
export type ConversationClass = new (...services: never[]) => ConversationInstance;

const declared = new WeakMap<object, ConversationOptions>();

/**
 * Makes a class a conversation: several questions to one person in one channel, as plain asynchronous code that goes on
 * after a restart.
 *
 * ```ts
 * @Conversation({ name: 'sign-up', version: 1 })
 * class SignUp {
 *   constructor(@inject(Members) private readonly members: Members) {}
 *
 *   async run(talk: Talk): Promise<void> {
 *     const name = await talk.ask('name', 'What is your name?');
 *     const age = await talk.ask('age', 'How old are you?', { as: integer({ min: 0 }) });
 *     await talk.run('save', () => this.members.add(name, age));
 *     await talk.say(`Welcome, ${name}.`);
 *   }
 * }
 * ```
 *
 * After a restart `run` begins anew and gets the stored result of each step it comes by, so whatever is not a step has to
 * be the same each time: what reads the time, chance or a database, or changes anything, goes into `talk.run`.
 */
export function Conversation(options: ConversationOptions): (conversationClass: ConversationClass) => void {
  return (conversationClass) => {
    declared.set(conversationClass, options);
  };
}

/** What the class says of itself. */
export function conversationOf(conversationClass: object): ConversationOptions | undefined {
  return declared.get(conversationClass);
}
