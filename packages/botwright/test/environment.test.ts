import { describe, expect, test } from 'vitest';
import { readEnvironment, requireCredentials } from '../src/environment.js';

describe('the environment', () => {
  test('names every mistake at once and shows no value', () => {
    const variables = {
      BOT_TOKEN: 'tly_secret',
      BOT_BASE_URL: 'nowhere',
      BOT_PREFIX: 'a b',
      BOTWRIGHT_LOG_LEVEL: 'loud',
    };
    expect(() => readEnvironment(variables)).toThrow(
      expect.objectContaining({
        code: 'ENVIRONMENT_INVALID',
        problems: [
          expect.stringContaining('BOT_BASE_URL'),
          expect.stringContaining('BOT_PREFIX'),
          expect.stringContaining('BOTWRIGHT_LOG_LEVEL'),
        ],
        message: expect.not.stringMatching(/secret|nowhere|a b|loud/),
      }),
    );
  });

  test('takes an empty variable as one that is not set', () => {
    expect(readEnvironment({ BOT_TOKEN: '', BOT_PREFIX: '' })).toMatchObject({ token: undefined, prefix: undefined });
  });

  test('says of a missing token and a missing address what each should be', () => {
    expect(() => requireCredentials(readEnvironment({}))).toThrow(/BOT_TOKEN is not set[\s\S]*BOT_BASE_URL is not set/);
    expect(() => requireCredentials(readEnvironment({ BOT_TOKEN: 'x' }))).toThrow(/- BOT_BASE_URL is not set/);
  });
});
