import { createBot } from 'botwright';
import { Mute } from './one.js';
import { Mute as Silence } from './other.js';

export default createBot({ commands: [Mute, Silence] });
