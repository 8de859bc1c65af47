import type { Channel, Right, Role, Team } from '@botwright/protocol';
import { privateChannelName } from '@botwright/protocol/facts';
import type { Explanation } from './explanation.js';

type Facts = Pick<Explanation, 'missing' | 'uncertain' | 'denials' | 'couldGrant'>;

interface Where {
  readonly team: Team;
  readonly channel: Channel | undefined;
}

/** Says an explanation in a sentence or two, and what nobody can know as what it is. */
export function explanationSentence(facts: Facts, { team, channel }: Where): string {
  const place = placeWords(team, channel);
  if (facts.uncertain.length > 0) return uncertainSentence(facts, place);
  if (facts.missing.length === 0) {
    return `The roles of the bot allow this ${place}: whom or what it was to be done to may stand above the bot.`;
  }
  const why = channel?.name === privateChannelName ? 'it does not see the channel' : deniedBy(facts.denials);
  return `The bot lacks ${anyOf(facts.missing)} ${place}: ${why}. ${granters(facts.couldGrant)} can give it.`;
}

function uncertainSentence({ uncertain, couldGrant }: Facts, place: string): string {
  const rights = anyOf(uncertain.map(({ right }) => right));
  const roles = new Set(uncertain.flatMap(({ dependsOn }) => dependsOn));
  const why =
    roles.size === 0
      ? 'the bot cannot read all that is said of roles there'
      : `that depends on whether everybody has ${namesOf(roles, ' or ')}, and the service does not say which role everybody has`;
  return `It cannot be told whether the bot lacks ${rights} ${place}: ${why}. ${granters(couldGrant)} can give it to a role of the bot.`;
}

function placeWords(team: Team, channel: Channel | undefined): string {
  if (!channel) return `in ${team.name}`;
  const named =
    channel.name === privateChannelName
      ? `a channel that it does not see (${channel.id})`
      : `the channel ${channel.name}`;
  return `in ${named} of ${team.name}`;
}

function deniedBy(denials: Explanation['denials']): string {
  const roles = new Set(denials.map(({ role }) => role));
  return roles.size === 0 ? 'none of its roles gives it' : `denied there to ${namesOf(roles, ', ')}`;
}

function anyOf(rights: readonly Right[]): string {
  return rights.map((right) => right.slice(right.indexOf(':') + 1)).join(' or ');
}

function granters({ roles }: Explanation['couldGrant']): string {
  return roles.length === 0
    ? 'The owner of the team'
    : `The owner of the team, or anybody who is ${namesOf(roles, ', ')},`;
}

function namesOf(roles: Iterable<Role>, between: string): string {
  return [...roles].map(({ name }) => name).join(between);
}
