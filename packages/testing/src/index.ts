export { type Playback, type PlaybackOptions, RecordingInvalid } from '@botwright/sandbox';
export { ClockNotVirtual, NobodyAnswered, SandboxRefused } from './errors.js';
export { type ListenOptions, Person, type TalkOptions } from './person.js';
export { type TestBot, type TestBotOptions, type TestClockOptions, type TestPeople, testBot } from './test-bot.js';
