import { Arg, Command, type CommandContext, inject, text } from 'botwright';
import { Announcer } from '../announcer.js';
import { Deliveries } from '../deliveries.js';
import type { Draft } from '../draft.js';
import { Drafts } from '../drafts.js';
import { judge } from '../judgement.js';
import { explainObjections } from '../objections.js';
import { reportSending } from '../reports.js';
import { TeamReader } from '../team-reader.js';

export const noSuchDraft = 'You have no such draft here, or not any more.';

@Command({ name: 'announce send', summary: 'Send an announcement of yours that you have seen the preview of.' })
export class AnnounceSend {
  @Arg(text(), 'which draft, as the preview says') draft!: string;

  constructor(
    @inject(Announcer) private readonly announcer: Announcer,
    @inject(Deliveries) private readonly deliveries: Deliveries,
    @inject(Drafts) private readonly drafts: Drafts,
    @inject(TeamReader) private readonly teams: TeamReader,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    const draft = this.drafts.find(this.draft, { teamId: ctx.teamId, authorId: ctx.author.id });
    await ctx.reply(draft === undefined ? noSuchDraft : await this.#send(draft, ctx));
  }

  async #send(draft: Draft, { prefix }: CommandContext): Promise<string> {
    const { teamId, authorId, targetIds } = draft;
    // Minutes have gone by since the preview: channels and rights may not be what they were.
    const { targets, objections } = judge(draft, targetIds, await this.teams.read(teamId, authorId));
    if (objections.length > 0) return `Nothing was sent.\n${explainObjections(objections)}`;
    if (!this.drafts.take(draft)) return noSuchDraft;
    const outcomes = await this.announcer.send(draft, targets, draft.ping ? targets[0] : undefined);
    const posts = outcomes.flatMap((outcome) => (outcome.ok ? [outcome.post] : []));
    if (posts.length > 0) this.deliveries.add({ teamId, posts });
    return reportSending(outcomes, prefix);
  }
}
