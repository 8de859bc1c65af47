import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import {
  Announcement,
  Application,
  Badge,
  Ban,
  Blog,
  Category,
  Channel,
  ClientUser,
  DirectMessage,
  Embed,
  Emoji,
  events,
  Member,
  Message,
  operations,
  Role,
  Team,
  TodoItem,
  User,
  Webhook,
} from '../src/index.js';
import { arbitraryOf } from './support/arbitrary.js';

const resources: Readonly<Record<string, z.ZodType>> = {
  Announcement,
  Application,
  Badge,
  Ban,
  Blog,
  Category,
  Channel,
  ClientUser,
  DirectMessage,
  Embed,
  Emoji,
  Member,
  Message,
  Role,
  Team,
  TodoItem,
  User,
  Webhook,
};

function expectRoundTrip(schema: z.ZodType): void {
  fc.assert(
    fc.property(arbitraryOf(schema), (value) => {
      const once = schema.parse(value);
      // Unknown members are among the values, so equality shows that they were kept.
      expect(once).toStrictEqual(value);
      expect(schema.parse(once)).toStrictEqual(once);
    }),
    { numRuns: 30 },
  );
}

describe('a value in the one shape is read as it is', () => {
  test.each(Object.entries(resources))('%s', (_name, schema) => {
    expectRoundTrip(schema);
  });

  test.each(Object.entries<z.ZodType>(events))('payload of %s', (_kind, schema) => {
    expectRoundTrip(schema);
  });

  const answers = Object.values(operations).map(({ id, answer }): [string, z.ZodType] => [id, answer]);
  test.each(answers)('answer of %s', (_id, schema) => {
    expectRoundTrip(schema);
  });
});
