import type { TeamId } from '@botwright/protocol';
import type { Change } from '../world/change.js';
import { type AuditEntry, existing } from '../world/state.js';

export type Act = Pick<AuditEntry, 'action' | 'createdBy' | 'target'>;

/** Notes what somebody did by a right. No event tells of it. */
export function logAct(teamId: TeamId, { action, createdBy, target: named }: Act): Change<void> {
  return (state, stamp) => {
    const { teamId: _team, ...target } = named;
    const { auditLog } = existing(state.teams, teamId);
    auditLog.push({ id: stamp.identities.id(), teamId, action, createdBy, target, createdAt: stamp.now() });
    return { answer: undefined, events: [] };
  };
}
