import { guessOf, type LimitNotice, lessonOf, type SharedPlace, type SharedRefusal } from '@botwright/core';
import type { ScriptName } from './scripts.js';

/** Runs a script for the bucket of the request; undefined when Redis cannot be asked. */
export type Run = (script: ScriptName, ...args: readonly (string | number)[]) => Promise<unknown>;

/** Whom there is something to learn about, the time, what is known of the limit, and when requests began that it let through. */
type Material = readonly [scope: string, now: string, limit: number, windowMs: number, starts: readonly string[]];

/** The right to one request, as Redis knows it. */
export class RedisPlace implements SharedPlace {
  readonly kind = 'place';

  constructor(
    private readonly request: string,
    private readonly run: Run,
  ) {}

  passed(notice: LimitNotice | undefined): void {
    void this.run('settle', this.request, 'passed', ...told(notice));
  }

  failed(): void {
    void this.run('settle', this.request, 'failed', ...told(undefined));
  }

  giveBack(): void {
    void this.run('settle', this.request, 'unsent', ...told(undefined));
  }

  refused(refusal: SharedRefusal): void {
    void this.#refuse(refusal);
  }

  async #refuse({ scope, pauseMs, saidMs, notice, isCertain }: SharedRefusal): Promise<void> {
    const facts = [...told(notice), pauseMs, Number(saidMs !== undefined), Number(isCertain)];
    const material = (await this.run('refuse', this.request, scope, ...facts)) as Material | null | undefined;
    if (material && saidMs !== undefined) await this.#learn(material, pauseMs, saidMs);
  }

  async #learn([scope, now, limit, windowMs, starts]: Material, pauseMs: number, saidMs: number): Promise<void> {
    const known = limit > 0 ? { limit, windowMs } : undefined;
    const guess = guessOf(saidMs);
    const lesson = lessonOf(known, starts.map(Number), Number(now), saidMs) ?? {
      ...guess,
      forMs: pauseMs + guess.windowMs,
    };
    await this.run('teach', scope, lesson.limit, Math.ceil(lesson.windowMs), Math.ceil(lesson.forMs));
  }
}

function told(notice: LimitNotice | undefined): (string | number)[] {
  return [notice?.limit ?? '', notice?.remaining ?? '', notice?.resetMs ?? ''];
}
