import {
  type AccessAction,
  type AccessFacts,
  type AccessObject,
  accessActions,
  actionsByRole,
  type BindingScope,
  builtInRoles,
  type Cluster,
  type CustomRole,
  can,
  canSomewhere,
  type ExternalIdentity,
  type Principal,
  type RoleBinding,
  roleOf,
  type Team,
  type ApiToken as TokenRecord,
  type User,
  userAccess,
} from '@kerf/application';
import type {
  AccessScope,
  ApiToken,
  Permission,
  Role,
  RoleBinding as RoleBindingFields,
  Team as TeamFields,
  TeamRef,
  User as UserFields,
  Viewer,
} from '../../generated/schema-types.js';

/** Names of the objects that bindings and teams refer to. */
export interface AccessNames {
  readonly facts: AccessFacts;
  readonly users: readonly User[];
  readonly clusters: readonly Pick<Cluster, 'id' | 'name'>[];
  /** All API tokens by ID, newest first. */
  readonly tokens: ReadonlyMap<string, TokenRecord>;
}

const descriptions: Readonly<Record<(typeof builtInRoles)[number], string>> = {
  viewer: 'Sees everything in its scope.',
  operator: 'Changes cluster settings and definitions, and pauses; does not approve.',
  approver: 'Approves and rejects decisions; does not change definitions.',
  admin: 'Does everything, including roles and users.',
};

const builtInViews: readonly Role[] = builtInRoles.map((name) => ({
  id: name,
  name,
  description: descriptions[name],
  isBuiltIn: true,
  actions: actionsByRole[name],
  version: 0,
}));

export const toRoleViews = (roles: readonly CustomRole[]): readonly Role[] => [
  ...builtInViews,
  ...roles.map(toRoleView),
];

export function toRoleView({ id, name, description, actions, version }: CustomRole): Role {
  return { id, name, description, isBuiltIn: false, actions, version };
}

export function toBindingView(
  { subject, ...binding }: RoleBinding,
  names: AccessNames,
): RoleBindingFields {
  return {
    ...binding,
    subjectKind: subject.kind,
    subjectId: subject.id,
    subjectName: subjectName(subject, names),
    roleName: roleOf(binding.role, names.facts.roles)?.name ?? binding.role,
    scope: toScopeView(binding.scope, names),
  };
}

function subjectName({ kind, id }: RoleBinding['subject'], names: AccessNames): string {
  if (kind === 'User') return names.users.find((user) => user.id === id)?.name ?? id;
  return kind === 'ApiToken' ? (names.tokens.get(id)?.name ?? id) : id;
}

export function toScopeView(
  scope: BindingScope,
  { facts, clusters }: Pick<AccessNames, 'facts' | 'clusters'>,
): AccessScope {
  const teamId = scope.kind === 'Team' ? scope.teamId : null;
  const clusterId = 'clusterId' in scope ? scope.clusterId : null;
  return {
    kind: scope.kind,
    teamId,
    teamName: facts.teams.find(({ id }) => id === teamId)?.name ?? null,
    clusterId,
    clusterName: clusters.find(({ id }) => id === clusterId)?.name ?? null,
    nodePool: scope.kind === 'NodePool' ? scope.nodePool : null,
  };
}

export function toTeamView(
  team: Team,
  { users, clusters }: Pick<AccessNames, 'users' | 'clusters'>,
): TeamFields {
  return {
    ...team,
    owns: team.owns.map((part) => ({
      kind: part.kind,
      clusterId: part.clusterId,
      clusterName: clusters.find((cluster) => cluster.id === part.clusterId)?.name ?? '',
      name: nameOf(part),
    })),
    members: team.members.map((member) => ({
      ...member,
      name: users.find((user) => user.id === member.id)?.name ?? member.id,
    })),
  };
}

function nameOf(part: Team['owns'][number]): string {
  if (part.kind === 'NodePool') return part.nodePool;
  return part.kind === 'Namespace' ? part.namespace : '';
}

export function toTokenView(token: TokenRecord, names: AccessNames, canRotate: boolean): ApiToken {
  const { creatorId: _, ...fields } = token;
  const roles = names.facts.bindings
    .filter(({ subject }) => subject.kind === 'ApiToken' && subject.id === token.id)
    .map((binding) => {
      const { role, roleName, scope, effect } = toBindingView(binding, names);
      return { role, roleName, scope, effect };
    });
  return { ...fields, roles, canRotate };
}

export function toUserView(
  user: User,
  facts: AccessFacts,
  identities: readonly ExternalIdentity[],
): UserFields {
  const { id, name, hasPassword, groups, createdAt, lastSignInAt, disabledAt } = user;
  const { roles } = userAccess(facts, user);
  const external = identities.findLast(({ userId }) => userId === id);
  return {
    id,
    name,
    hasPassword,
    groups,
    roles,
    createdAt,
    lastSignInAt,
    disabledAt,
    externalIdentity:
      external === undefined ? null : { issuer: external.issuer, subject: external.subject },
  };
}

const toPermissions = (principal: Principal): readonly Permission[] =>
  accessActions.map((action) => toPermission(action, canSomewhere(principal, action)));

export function toPermissionFor(
  principal: Principal,
  action: AccessAction,
  object: AccessObject,
): Permission {
  return toPermission(action, can(principal, action, object));
}

function toPermission(action: AccessAction, verdict: ReturnType<typeof can>): Permission {
  return {
    action,
    isAllowed: verdict.isAllowed,
    reason: verdict.isAllowed ? null : verdict.reason,
  };
}

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
