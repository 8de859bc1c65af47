import { type Act, logAct } from '../changes/audit-log.js';
import type { Change } from '../world/change.js';
import type { TeamView } from '../world/state.js';
import type { World } from '../world/world.js';

/** The changes of one call. They go into the audit log of the team where the caller made them by a right. */
export class AuditedActs {
  readonly #world: World;
  #team: TeamView | undefined;
  #changed = false;

  constructor(world: World) {
    this.#world = world;
  }

  apply<Answer>(change: Change<Answer>): Answer {
    const answer = this.#world.apply(change);
    this.#changed = true;
    return answer;
  }

  byRightIn(team: TeamView): void {
    this.#team = team;
  }

  /** To be called once the call has been served: what was refused is no act. */
  writeDown(act: Act): void {
    if (this.#team && this.#changed) this.#world.apply(logAct(this.#team.team.id, act));
  }
}
