import { bundleStale } from './stale.mjs';

/** For tests that start programs: those load the bundles, and `tsc -b` alone does not renew them. */
export const setup = () => bundleStale();
