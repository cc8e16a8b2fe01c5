import type { Principal, User } from '@kerf/application';
import type { TeamRef, Viewer } from '../../generated/schema-types.js';
import { toPermissions } from '../access/access.mapper.js';

export function toViewerView(
  principal: Principal,
  user: (User & { readonly isOfProvider: boolean }) | null,
  teams: readonly TeamRef[],
): Viewer {
  const { kind, name, roles, groups } = principal;
  return {
    kind,
    name,
    roles,
    groups,
    teams: teams.filter(({ id }) => principal.teams.includes(id)),
    permissions: toPermissions(principal),
    hasPassword: user?.hasPassword ?? false,
    canSetPassword: user !== null && (user.hasPassword || !user.isOfProvider),
  };
}
