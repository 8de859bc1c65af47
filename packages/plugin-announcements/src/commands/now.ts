import { Arg, Command, type CommandContext, CommandGroup, Flag, inject, Option, Rest, text } from 'botwright';
import { channelNames } from '../channel-names.js';
import { Drafts } from '../drafts.js';
import { judge } from '../judgement.js';
import { explainObjections } from '../objections.js';
import { type AnnouncementsOptions, announcementsOptions } from '../options.js';
import { previewOf } from '../preview.js';
import { oneLine } from '../rendering.js';
import { TeamReader } from '../team-reader.js';

@CommandGroup({ name: 'announce', summary: 'Announce something to the whole team.' })
@Command({
  name: 'announce now',
  summary: 'Preview an announcement; it goes out when you say so.',
  examples: ['announce now "Release 2" It is out.', 'announce now --ping --to general,random "Release 2" It is out.'],
})
export class AnnounceNow {
  @Arg(text({ max: 100 }), 'the title, in quotes') title!: string;
  @Rest(text(), 'what there is to say') body!: string;
  @Flag('notify everybody who sees the announcement channel') ping!: boolean;
  @Option(channelNames(), 'which channels it also goes to, in place of the usual ones') to?: readonly string[];

  constructor(
    @inject(announcementsOptions) private readonly options: AnnouncementsOptions,
    @inject(Drafts) private readonly drafts: Drafts,
    @inject(TeamReader) private readonly teams: TeamReader,
  ) {}

  async run(ctx: CommandContext): Promise<void> {
    const { teamId, author } = ctx;
    const { channel, crossPost } = this.options;
    const announcement = { title: oneLine(this.title), body: this.body, ping: this.ping };
    const sight = await this.teams.read(teamId, author.id);
    const { targets, objections } = judge(announcement, [channel, ...(this.to ?? crossPost)], sight);
    if (objections.length > 0) {
      await ctx.reply(explainObjections(objections));
      return;
    }
    const targetIds = targets.map(({ id }) => id);
    const draft = this.drafts.add({ ...announcement, teamId, authorId: author.id, targetIds });
    await ctx.reply(previewOf(draft, targets, ctx));
  }
}
