// Bundles what a bot loads, each package by itself and only when it has changed. Names of packages as arguments; without
// any, all.
import { bundleStale } from './bundle-packages/stale.mjs';

await bundleStale(process.argv.length > 2 ? process.argv.slice(2) : undefined);
