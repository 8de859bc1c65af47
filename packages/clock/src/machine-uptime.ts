import { readFileSync, readlinkSync } from 'node:fs';
import { uptime } from 'node:os';

/** How long a machine has been up, its sleep included; setting its clock changes nothing of that. */
export interface Uptime {
  /** Names the start that is counted from: processes that see the same name may compare what they read. */
  readonly since: string;
  /** Milliseconds; the machine's is exact to about 10. */
  readonly ms: number;
}

/** Undefined where the machine has no name for its start: only Linux has one. */
export function machineUptime(): Uptime | undefined {
  since ??= nameOfStart();
  return since === 'unnamed' ? undefined : { since, ms: uptime() * 1_000 };
}

let since: string | undefined;

function nameOfStart(): string {
  if (process.platform !== 'linux') return 'unnamed';
  try {
    // A container may have been told an uptime of its own, so each stands for itself.
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    // Some containers show no /proc: their processes share no time.
    return 'unnamed';
  }
}
