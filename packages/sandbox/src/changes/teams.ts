import type { Team, TeamChange, TeamId } from '@botwright/protocol';
import type { z } from 'zod';
import { type Change, worldEvent } from '../world/change.js';
import { existing } from '../world/state.js';
import { membersOf } from './audience.js';

/** What is null stays as it is: one client sends null for all that it does not change. */
export function updateTeam(teamId: TeamId, change: z.output<typeof TeamChange>): Change<Team> {
  return (state) => {
    const held = existing(state.teams, teamId);
    const { name, description, profilePicture, banner } = held.team;
    held.team = {
      ...held.team,
      name: change.name ?? name,
      description: change.description ?? description,
      profilePicture: change.profilePicture ?? profilePicture,
      banner: change.banner ?? banner,
    };
    const { team } = held;
    return { answer: team, events: [worldEvent('TEAM_UPDATED', { team }, membersOf(state, teamId))] };
  };
}
