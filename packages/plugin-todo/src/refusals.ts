import { asWritten, BotwrightError } from 'botwright';

/** Why a to-do command did nothing, as data; `explainRefusal` makes words of it. */
export type Refusal =
  | { readonly code: 'NO_CHANNEL'; readonly channel: string }
  | { readonly code: 'SEVERAL_CHANNELS'; readonly channel: string; readonly count: number }
  /** Any one of the rights would do. Nobody can tell where it depends on which role everybody has. */
  | {
      readonly code: 'RIGHT_MISSING' | 'RIGHT_UNCERTAIN';
      readonly channel: string;
      readonly rights: readonly string[];
    }
  | { readonly code: 'NO_ITEM'; readonly wanted: string }
  | { readonly code: 'SEVERAL_ITEMS'; readonly wanted: string; readonly numbers: readonly number[] };

/** A to-do command cannot do what it was asked for. The person who called it is told. */
export class TodoRefused extends BotwrightError {
  readonly code = 'TODO_REFUSED';

  constructor(readonly refusal: Refusal) {
    super(`A to-do command was refused (${refusal.code}). The field "refusal" says why.`);
  }
}

const numbersNamed = 10;

/** What the person who called reads. */
export function explainRefusal(refusal: Refusal, prefix: string): string {
  switch (refusal.code) {
    case 'NO_CHANNEL':
      return `This team has no to-do channel called ${asWritten(refusal.channel)} that I can see.`;
    case 'SEVERAL_CHANNELS':
      return `This team has ${refusal.count} to-do channels called ${asWritten(refusal.channel)}. My owner has to name one by its id.`;
    case 'RIGHT_MISSING':
      return `You need the permission to ${refusal.rights.map(asWords).join(' or ')} in #${asWritten(refusal.channel)}.`;
    case 'RIGHT_UNCERTAIN':
      return `I cannot tell whether you have the permission to ${refusal.rights.map(asWords).join(' or ')} in #${asWritten(refusal.channel)}. It is certain as soon as that channel allows it to one of your roles.`;
    case 'NO_ITEM':
      return `There is no item ${asWritten(refusal.wanted)}. See ${prefix}todo list --all for all of them.`;
    case 'SEVERAL_ITEMS':
      return `${asWritten(refusal.wanted)} fits ${refusal.numbers.length} items: ${listed(refusal.numbers)}. Give the number.`;
  }
}

function asWords(right: string): string {
  return right.toLowerCase().replaceAll('_', ' ');
}

function listed(numbers: readonly number[]): string {
  const more = numbers.length > numbersNamed ? ', …' : '';
  return numbers.slice(0, numbersNamed).join(', ') + more;
}
