import { reported, start } from './children.ts';
import type { Whereabouts } from './service/service.ts';

export interface Task {
  readonly name: 'ingest' | 'unheard' | 'command' | 'rest' | 'ready' | 'heap';
  readonly count: number;
  readonly warmUp: number;
}

export interface Measurement {
  /** Microseconds. */
  readonly cpuPerItem: number;
  readonly readyCpuMs: number;
  /** Bytes that are alive after the warm-up; 0 unless Node was told to expose its collector. */
  readonly beginHeap: number;
  readonly endHeap: number;
}

export interface Contest {
  readonly service: string;
  readonly flags?: readonly string[];
}

/** Lets one contender do one task, each side in a process of its own. */
export async function measure(contender: string, task: Task, { service, flags = [] }: Contest): Promise<Measurement> {
  const { name, count, warmUp } = task;
  const amounts = [name, String(count), String(warmUp)];
  const serving = start(service, { args: amounts });
  try {
    const where = await reported<Whereabouts>(serving);
    const environment = { ...process.env, NODE_ENV: 'production', BOTWRIGHT_LOG_LEVEL: 'silent' };
    const child = start(contender, { args: [...amounts, JSON.stringify(where)], environment, flags });
    return await reported<Measurement>(child);
  } finally {
    serving.kill('SIGKILL');
  }
}
