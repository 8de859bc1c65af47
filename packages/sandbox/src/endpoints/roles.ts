import { endpoints } from './endpoint.js';
import { reachTeam } from './reach.js';

export const roleEndpoints = endpoints({
  getTeamRoles(call) {
    return { roles: [...reachTeam(call, call.params.teamId).roles.values()] };
  },
});
