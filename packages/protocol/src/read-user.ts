type Loose = Record<string, unknown>;

/** Fills in the members of a user that may be missing or null, in place. */
export function completeUser(user: Loose): void {
  user['subdomain'] ??= null;
  user['profilePicture'] ??= null;
  user['banner'] ??= null;
  user['bot'] ??= false;
  user['presence'] ??= 0;
  if (typeof user['flags'] !== 'string') user['flags'] = String(user['flags'] ?? 0);
  user['badges'] ??= [];
  user['userStatus'] ??= null;
  user['userRPC'] ??= null;
  user['connections'] ??= [];
  user['createdAt'] ??= null;
  user['lastOnline'] ??= null;
  user['system'] ??= false;
  user['webhook'] ??= false;
}
