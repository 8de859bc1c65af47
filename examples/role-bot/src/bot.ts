import { type BotOptions, createBot } from 'botwright';
import { PutUpPanel } from './commands/panel.js';
import { RemovePanel } from './commands/remove.js';
import { PanelWatch } from './listeners/panel-watch.js';
import { Panels } from './panels.js';

export const options = {
  prefix: '!',
  commands: [PutUpPanel, RemovePanel],
  listeners: [PanelWatch],
  services: [Panels],
} satisfies BotOptions;

export default createBot(options);
