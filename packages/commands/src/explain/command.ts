import { member } from '../arguments/people.js';
import { channel } from '../arguments/team-things.js';
import { text } from '../arguments/values.js';
import { codeBlock } from '../code-text.js';
import type { CommandContext } from '../context.js';
import { Command, Guard, Option, Rest } from '../decorators.js';
import { botOwner } from '../guards/roles.js';
import { inEach } from '../texts/languages.js';
import type { ExplainPlace, Explanation } from './explain.js';
import { explanationText } from './explanation-text.js';

const longest = 1800;

/** The built-in `explain`, for the owners of the bot: what would become of a text, said here by oneself or others. */
@Command({
  name: 'explain',
  summary: inEach(({ explain }) => explain.summary),
  examples: ['explain !help', 'explain --as bob !help'],
  hidden: true,
})
@Guard(botOwner())
export class ExplainCommand {
  @Option(
    member(),
    inEach(({ explain }) => explain.as),
  )
  as?: { readonly id: string };

  @Option(
    channel(),
    inEach(({ explain }) => explain.where),
  )
  in?: { readonly id: string };

  @Rest(
    text(),
    inEach(({ explain }) => explain.call),
  )
  call!: string;

  constructor(private readonly explain: (text: string, place: ExplainPlace) => Promise<Explanation>) {}

  async run(context: CommandContext): Promise<void> {
    const explanation = await this.explain(this.call, {
      teamId: context.inTeam ? context.teamId : null,
      channelId: this.in?.id ?? context.channelId,
      userId: this.as?.id ?? context.author.id,
    });
    const lines = explanationText(explanation, context.texts).slice(0, longest).split('\n');
    await context.reply(codeBlock(...lines));
  }
}
