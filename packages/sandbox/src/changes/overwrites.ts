import type { Channel, RoleId } from '@botwright/protocol';

type Overwrites = Channel['permissions'];
type Overwrite = Overwrites['role'][string];

/** The overwrites with another one for a role. One that allows and denies nothing is left out. */
export function overwritten(overwrites: Overwrites, roleId: RoleId, { allow, deny }: Overwrite): Overwrites {
  const others = withoutRole(overwrites, roleId);
  return allow === 0 && deny === 0 ? others : { ...others, role: { ...others.role, [roleId]: { allow, deny } } };
}

export function withoutRole(overwrites: Overwrites, roleId: RoleId): Overwrites {
  const { [roleId]: _removed, ...role } = overwrites.role;
  return { ...overwrites, role };
}
