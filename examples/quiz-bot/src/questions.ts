/** A question, what can be picked, and which of that is right. A type, not an interface, so that it counts as JSON. */
export type Question = {
  readonly text: string;
  readonly choices: readonly string[];
  readonly answer: string;
};

export const questions: readonly Question[] = [
  { text: 'Which of these is a planet?', choices: ['Pluto', 'Venus', 'The Moon'], answer: 'Venus' },
  { text: 'How many legs has a spider?', choices: ['6', '8', '10'], answer: '8' },
  { text: 'Who wrote about the Analytical Engine?', choices: ['Lovelace', 'Turing', 'Hopper'], answer: 'Lovelace' },
  { text: 'What is the capital of Australia?', choices: ['Sydney', 'Melbourne', 'Canberra'], answer: 'Canberra' },
  { text: 'Which metal is liquid at 20 °C?', choices: ['Mercury', 'Lead', 'Tin'], answer: 'Mercury' },
  { text: 'How many minutes has a day?', choices: ['1,240', '1,440', '1,640'], answer: '1,440' },
];

/** So many different questions, in an order that chance makes. */
export function drawQuestions(count: number): Question[] {
  const left = [...questions];
  return Array.from({ length: count }, () => left.splice(Math.floor(Math.random() * left.length), 1)).flat();
}
