import type { Clock } from '@botwright/clock';
import { tokenPattern } from '../identities.js';
import { UploadedFile } from '../multipart-body.js';
import type { Act, ActWitness, CallAct, DatedAct } from '../world/act.js';
import type { World } from '../world/world.js';
import { namesIn } from './names.js';
import type { RecordedNames, RecordedStep, Recording } from './recording.js';

interface RecorderParts {
  readonly world: World;
  readonly clock: Clock;
  readonly isVirtual: boolean;
  /** Told of each step. */
  readonly onStep?: (step: RecordedStep) => void;
}

/** Writes down every act that changes the world, until it is asked for what it has. */
export class Recorder implements ActWitness {
  readonly #parts: RecorderParts;
  readonly #seed: string;
  readonly #startedAt: number;
  readonly #names: RecordedNames;
  readonly #stop: () => void;
  readonly #steps: RecordedStep[] = [];

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    const { world, clock } = parts;
    this.#seed = world.view.seed;
    this.#startedAt = clock.now();
    this.#names = namesIn(world.view);
    this.#stop = world.witness(this);
  }

  begins(): void {
    // What an act is, is written down with its answer.
  }

  ended({ at, act }: DatedAct, answer: object | undefined): void {
    if (answer === undefined) return;
    const { accounts } = this.#parts.world.view;
    const account = act.kind === 'call' && act.by !== null ? accounts.get(act.by) : undefined;
    const step = {
      kind: account?.user.bot ? 'answer' : 'act',
      afterMs: at - this.#startedAt,
      by: account?.user.username ?? null,
      ...asAsked(act),
      answer,
    } as const;
    const written = withoutTokens<RecordedStep>(step);
    this.#steps.push(written);
    this.#parts.onStep?.(written);
  }

  restarts(): void {
    this.#stop();
  }

  end(): Recording {
    this.#stop();
    return {
      format: 'botwright-recording',
      version: 1,
      seed: this.#seed,
      clock: this.#parts.isVirtual ? 'virtual' : 'machine',
      startedAt: new Date(this.#startedAt).toISOString(),
      names: this.#names,
      steps: this.#steps,
    };
  }
}

function asAsked(act: Act): Pick<RecordedStep, 'operation' | 'params' | 'query' | 'body' | 'parts'> {
  if (act.kind === 'call') return asCalled(act);
  const { kind, ...body } = act;
  return { operation: `control:${kind}`, body };
}

function asCalled({
  operation,
  read,
}: CallAct): Pick<RecordedStep, 'operation' | 'params' | 'query' | 'body' | 'parts'> {
  const { params, query, body, parts } = read;
  return {
    operation,
    params,
    ...(query !== undefined && { query: query as Record<string, unknown> }),
    ...(body !== undefined && { body }),
    ...(parts !== undefined && { parts: asTexts(parts as object) }),
  };
}

function asTexts(parts: object) {
  const written = Object.entries(parts).map(([part, value]: [string, unknown]) => {
    if (!(value instanceof UploadedFile)) return [part, String(value)] as const;
    return [part, { name: value.name, base64: value.bytes.toString('base64') }] as const;
  });
  return Object.fromEntries(written);
}

function withoutTokens<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replace(tokenPattern, '[token]'));
}
