import { Arg, Command, type CommandContext, inject, text } from 'botwright';
import { Drafts } from '../drafts.js';
import { noSuchDraft } from './send.js';

@Command({ name: 'announce cancel', summary: 'Drop an announcement of yours that is not sent yet.' })
export class AnnounceCancel {
  @Arg(text(), 'which draft, as the preview says') draft!: string;

  constructor(@inject(Drafts) private readonly drafts: Drafts) {}

  async run(ctx: CommandContext): Promise<void> {
    const draft = this.drafts.find(this.draft, { teamId: ctx.teamId, authorId: ctx.author.id });
    const dropped = draft !== undefined && this.drafts.take(draft);
    await ctx.reply(dropped ? 'The draft is dropped. Nothing was sent.' : noSuchDraft);
  }
}
