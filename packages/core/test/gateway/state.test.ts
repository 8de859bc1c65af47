import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { transitions } from '../../src/gateway/state.js';

const page = new URL('../../../../docs/architecture.md', import.meta.url);

/** How the drawing spells the states, which have no spaces there. */
const drawn = (state: string) => state.replace(' for READY', '');

test('the drawing in the architecture page shows the transitions that the code allows, and no others', () => {
  const [, drawing = ''] = /```mermaid\nstateDiagram-v2\n(.*?)```/s.exec(readFileSync(page, 'utf8')) ?? [];
  const lines = drawing.split('\n').map((line) => line.trim());
  const edges = lines.filter((line) => line.includes('-->') && !line.includes('[*]'));
  const allowed = Object.entries(transitions).flatMap(([from, steps]) =>
    Object.entries(steps).map(([step, to]) => `${drawn(from)} --> ${drawn(to)}: ${step}`),
  );
  expect(edges.sort()).toEqual(allowed.sort());
});
