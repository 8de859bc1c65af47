import { type BotOptions, createBot } from 'botwright';
import { PutUpPanel } from './commands/panel.js';
import { RemovePanel } from './commands/remove.js';
import { PanelWatch } from './listeners/panel-watch.js';
import { Panels } from './panels.js';

export const options: BotOptions = {
  prefix: '!',
  commands: [PutUpPanel, RemovePanel],
  listeners: [PanelWatch],
  services: [Panels],
};

export default createBot(options);
