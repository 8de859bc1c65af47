import { describe, expect, test } from 'vitest';
import { type Listed, Roll } from '../src/roll.js';

class Person implements Listed {
  roll: object | undefined;
  before: this | undefined;
  behind: this | undefined;

  constructor(readonly name: string) {}
}

const [ada, bob, cyd] = [new Person('ada'), new Person('bob'), new Person('cyd')];

function rollOf(...people: Person[]): Roll<Person> {
  const roll = new Roll<Person>();
  for (const person of people) {
    (person.roll as Roll<Person> | undefined)?.delete(person);
    roll.add(person);
  }
  return roll;
}

describe('a roll', () => {
  test.each([
    [ada, ['bob', 'cyd']],
    [bob, ['ada', 'cyd']],
    [cyd, ['ada', 'bob']],
  ])('keeps the order of the others when $name leaves', (leaving, left) => {
    const roll = rollOf(ada, bob, cyd);
    roll.delete(leaving);
    expect([...roll].map(({ name }) => name)).toEqual(left);
    expect(roll.size).toBe(2);
    expect(roll.has(leaving)).toBe(false);
  });

  test('holds nobody twice, and nobody who stands in another', () => {
    const roll = rollOf(ada);
    roll.add(ada);
    const other = new Roll<Person>();
    other.add(ada);
    other.delete(ada);
    expect([roll.size, other.size, roll.has(ada)]).toEqual([1, 0, true]);
  });

  test('is gone through as it was at the beginning, whoever leaves meanwhile', () => {
    const roll = rollOf(ada, bob, cyd);
    const met: string[] = [];
    for (const person of roll) {
      met.push(person.name);
      roll.delete(person);
    }
    expect(met).toEqual(['ada', 'bob', 'cyd']);
    expect(roll.size).toBe(0);
  });

  test('holds nothing of who has left', () => {
    const roll = rollOf(ada, bob);
    roll.delete(ada);
    expect([ada.roll, ada.before, ada.behind, bob.before]).toEqual([undefined, undefined, undefined, undefined]);
  });
});
