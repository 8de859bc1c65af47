export { ClockNotVirtual, NobodyAnswered, SandboxRefused } from './errors.js';
export { type ListenOptions, Person, type TalkOptions } from './person.js';
export { type TestBot, type TestBotOptions, type TestPeople, testBot } from './test-bot.js';
