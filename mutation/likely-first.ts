import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Runs first what noticed the change before, since the next one is close by, and then what takes the least time. */
export class LikelyFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = (file: TestSpecification) => {
      const last = this.ctx.cache.getTestSpecificationResult(file);
      if (!last) return Number.POSITIVE_INFINITY;
      return last.failed ? 0 : last.duration;
    };
    return [...files].sort((one, other) => rank(one) - rank(other));
  }
}
