import type { ArgumentProblem, InputProblem, ValueProblem } from './arguments/problems.js';
import type { Texts } from './texts/en.js';
import { phraseIn } from './texts/phrases.js';

/** What is wrong with a value or with the text behind a command's name, and what would do instead. */
export function problemSentence(problem: InputProblem, name: string, texts: Texts): string {
  switch (problem.code) {
    case 'NOT_WANTED':
    case 'OUT_OF_RANGE':
      return texts.hasToBe(name, wantedBy(problem, texts));
    case 'WRONG_LENGTH':
      return texts.hasToBeLong(name, span(problem.least, problem.most, texts), problem.length);
    case 'NOT_ONE_OF':
      return texts.hasToBe(name, wantedBy(problem, texts)) + didYouMean(problem.near, texts);
    case 'NOT_FOUND':
      return texts.notFound(name, problem.wanted) + didYouMean(problem.near ?? [], texts);
    case 'NO_ACCESS':
      return texts.noAccess(name, problem.wanted);
    case 'AMBIGUOUS':
      return texts.ambiguous(name, problem.wanted, problem.candidates, problem.count);
    case 'NONE_FITS':
      return alternativesSentence(problem.problems, name, texts);
    default:
      return shapeSentence(problem, name, texts);
  }
}

/** All that would do, and then what else is known of one of them. */
function alternativesSentence(problems: readonly ValueProblem[], name: string, texts: Texts): string {
  const wanted = new Set(problems.map((problem) => wantedBy(problem, texts)));
  const details = new Set(problems.map((problem) => detailOf(problem, name, texts)));
  return [texts.hasToBe(name, texts.orElse([...wanted])), ...details].filter((part) => part !== '').join(' ');
}

/** What would do, as the end of a sentence that begins with "This has to be". */
function wantedBy(problem: ValueProblem, texts: Texts): string {
  switch (problem.code) {
    case 'OUT_OF_RANGE':
      return span(problem.least, problem.most, texts);
    case 'WRONG_LENGTH':
      return texts.ofLength(span(problem.least, problem.most, texts));
    case 'NOT_ONE_OF':
      return texts.oneOf(problem.choices);
    default:
      return phraseIn(texts.wanted, problem.wanted) ?? problem.wanted;
  }
}

function detailOf(problem: ValueProblem, name: string, texts: Texts): string {
  switch (problem.code) {
    case 'NOT_FOUND':
    case 'NO_ACCESS':
    case 'AMBIGUOUS':
      return problemSentence(problem, name, texts);
    case 'NOT_ONE_OF':
      return didYouMean(problem.near, texts).trim();
    default:
      return '';
  }
}

type ShapeProblem = Exclude<InputProblem, ArgumentProblem>;

function shapeSentence(problem: ShapeProblem, name: string, texts: Texts): string {
  switch (problem.code) {
    case 'ARGUMENT_MISSING':
      return texts.missing(name);
    case 'ARGUMENT_UNEXPECTED':
      return texts.unexpected;
    case 'OPTION_UNKNOWN':
      return (
        texts.optionUnknown(name) +
        didYouMean(
          problem.near.map((option) => `--${option}`),
          texts,
        )
      );
    case 'OPTION_VALUE_MISSING':
      return texts.optionValueMissing(name);
    case 'OPTION_REPEATED':
      return texts.optionRepeated(name);
    case 'QUOTE_UNCLOSED':
      return texts.quoteUnclosed;
    case 'TEXT_TOO_LONG':
      return texts.tooLong(problem.most);
    case 'TOO_MANY_WORDS':
      return texts.tooManyWords(problem.most);
    case 'TOO_MANY_OPTIONS':
      return texts.tooManyOptions(problem.most);
  }
}

function span(least: string | number | undefined, most: string | number | undefined, texts: Texts): string {
  if (least === undefined) return texts.atMost(most ?? '∞');
  return most === undefined ? texts.atLeast(least) : texts.fromTo(least, most);
}

/** A sentence to put behind another one, or nothing. */
export function didYouMean(near: readonly string[], texts: Texts): string {
  return near.length === 0 ? '' : ` ${texts.didYouMean(near)}`;
}
