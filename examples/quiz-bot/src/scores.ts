import { inject, Store, type TeamId, type User } from 'botwright';
import { z } from 'zod';

const Score = z.object({ name: z.string(), points: z.int() });
export type Score = z.output<typeof Score>;

/** The points of each person in each team, kept over restarts. */
export class Scores {
  private readonly scores;

  constructor(@inject(Store) store: Store) {
    this.scores = store.namespace('quiz/scores', Score);
  }

  /** @returns The points of the person after that. */
  async add(teamId: TeamId, { id, username }: User, points: number): Promise<number> {
    const score = await this.scores.update(`${teamId}/${id}`, (before) => ({
      name: username,
      points: (before?.points ?? 0) + points,
    }));
    return score?.points ?? points;
  }

  /** The best first. */
  async of(teamId: TeamId): Promise<Score[]> {
    const scores: Score[] = [];
    for await (const { value } of this.scores.entries({ prefix: `${teamId}/` })) scores.push(value);
    return scores.sort((one, other) => other.points - one.points);
  }

  async reset(teamId: TeamId): Promise<void> {
    for await (const { key } of this.scores.entries({ prefix: `${teamId}/` })) await this.scores.delete(key);
  }
}
