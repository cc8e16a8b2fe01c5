import {
  type AccessRepository,
  accessActions,
  type BindingScope,
  type CustomRole,
  type RoleBinding,
  type Team,
  type TeamOwnership,
} from '@kerf/application';
import { type AppErrorFields, invariant } from '@kerf/core';
import type { Db } from '../client.js';
import type {
  RoleBinding as BindingModel,
  TeamMember as MemberModel,
  TeamOwnership as OwnershipModel,
  Prisma,
  CustomRole as RoleModel,
  Team as TeamModel,
} from '../generated/client.js';
import { oneOf, toDate, toInstant } from '../json.js';
import { insertOnce, renameOnce, skipDuplicates } from './insert-once.js';

export function createAccessStore(db: Db): AccessRepository {
  return { ...roleMethods(db), ...bindingMethods(db), ...teamMethods(db) };
}

/** Number of a `pg_advisory_xact_lock`; no other lock of Kerf has it. */
const accessLock = 24_001;

function roleMethods(db: Db) {
  return {
    async lock() {
      await db.$executeRaw`SELECT pg_advisory_xact_lock(${accessLock})`;
    },
    async roles() {
      return (await db.customRole.findMany({ orderBy: { name: 'asc' } })).map(toRole);
    },
    async insertRole({ id, name, description, actions, createdAt, version }) {
      const role = { id, name, description, actions: [...actions], version };
      const data = [{ ...role, createdAt: toDate(createdAt) }];
      await insertOnce(
        () => db.customRole.createMany({ data, skipDuplicates }),
        () => taken(role),
      );
    },
    saveRole: (role) =>
      renameOnce(
        (where) => db.customRole.count({ where }),
        role,
        async () => {
          const { id, name, description, actions, version } = role;
          const data = { name, description, actions: [...actions], version: version + 1 };
          const { count } = await db.customRole.updateMany({ where: { id, version }, data });
          return count === 0 ? null : { ...role, version: version + 1 };
        },
        () => taken(role),
      ),
    async removeRole(id) {
      return (await db.customRole.deleteMany({ where: { id } })).count > 0;
    },
  } satisfies Partial<AccessRepository>;
}

function bindingMethods(db: Db) {
  return {
    async bindings() {
      return (await db.roleBinding.findMany({ orderBy: { id: 'asc' } })).map(toBinding);
    },
    async bindingsOf(subjects) {
      const rows = await db.roleBinding.findMany({
        where: { OR: subjects.map(({ kind, id }) => ({ subjectKind: kind, subjectId: id })) },
        orderBy: { id: 'asc' },
      });
      return rows.map(toBinding);
    },
    async insertBinding({ id, subject, role, scope, effect, createdAt, createdBy }) {
      await db.roleBinding.create({
        data: {
          id,
          subjectKind: subject.kind,
          subjectId: subject.id,
          role,
          scopeKind: scope.kind,
          teamId: scope.kind === 'Team' ? scope.teamId : null,
          clusterId: 'clusterId' in scope ? scope.clusterId : null,
          nodePool: scope.kind === 'NodePool' ? scope.nodePool : null,
          effect,
          createdAt: toDate(createdAt),
          createdBy,
        },
      });
    },
    async removeBinding(id) {
      return (await db.roleBinding.deleteMany({ where: { id } })).count > 0;
    },
    async removeBindingsOf({ kind, id }) {
      await db.roleBinding.deleteMany({ where: { subjectKind: kind, subjectId: id } });
    },
  } satisfies Partial<AccessRepository>;
}

const withParts = {
  owns: { orderBy: [{ clusterId: 'asc' }, { kind: 'asc' }, { name: 'asc' }] },
  members: { orderBy: [{ kind: 'asc' }, { subjectId: 'asc' }] },
} satisfies Prisma.TeamInclude;

function teamMethods(db: Db) {
  return {
    async teams() {
      const rows = await db.team.findMany({ orderBy: { name: 'asc' }, include: withParts });
      return rows.map(toTeam);
    },
    async insertTeam(team) {
      const { id, name, createdAt, version } = team;
      const data = [{ id, name, version, createdAt: toDate(createdAt) }];
      await insertOnce(
        () => db.team.createMany({ data, skipDuplicates }),
        () => taken(team),
      );
      await insertParts(db, team);
    },
    saveTeam: (team) =>
      renameOnce(
        (where) => db.team.count({ where }),
        team,
        async () => {
          const { id, name, version } = team;
          const data = { name, version: version + 1 };
          const { count } = await db.team.updateMany({ where: { id, version }, data });
          if (count === 0) return null;
          await db.teamOwnership.deleteMany({ where: { teamId: id } });
          await db.teamMember.deleteMany({ where: { teamId: id } });
          await insertParts(db, team);
          return { ...team, version: version + 1 };
        },
        () => taken(team),
      ),
    async removeTeam(id) {
      return (await db.team.deleteMany({ where: { id } })).count > 0;
    },
    async removeMember(userId) {
      await db.teamMember.deleteMany({ where: { kind: 'User', subjectId: userId } });
    },
  } satisfies Partial<AccessRepository>;
}

async function insertParts(db: Db, { id: teamId, owns, members }: Team): Promise<void> {
  await db.teamOwnership.createMany({
    data: owns.map((part) => ({
      teamId,
      clusterId: part.clusterId,
      kind: part.kind,
      name: nameOf(part),
    })),
  });
  await db.teamMember.createMany({
    data: members.map(({ kind, id }) => ({ teamId, kind, subjectId: id })),
  });
}

function nameOf(part: TeamOwnership): string {
  if (part.kind === 'NodePool') return part.nodePool;
  return part.kind === 'Namespace' ? part.namespace : '';
}

const taken = ({ name }: { readonly name: string }): AppErrorFields => ({
  code: 'STATE.CONFLICT',
  message: `The name ${name} is taken. Choose another name.`,
  fields: [{ path: 'name', message: 'is taken' }],
});

/** An action that this version does not know, e.g. of a newer one, grants nothing. */
function toRole({ createdAt, ...row }: RoleModel): CustomRole {
  const actions = accessActions.filter((action) => row.actions.includes(action));
  return { ...row, actions, createdAt: toInstant(createdAt) };
}

function toBinding(row: BindingModel): RoleBinding {
  return {
    id: row.id,
    subject: { kind: oneOf(['User', 'Group', 'ApiToken'], row.subjectKind), id: row.subjectId },
    role: row.role,
    scope: toScope(row),
    effect: oneOf(['Allow', 'Deny'], row.effect),
    createdAt: toInstant(row.createdAt),
    createdBy: row.createdBy,
  };
}

function toScope({ scopeKind, teamId, clusterId, nodePool }: BindingModel): BindingScope {
  const kind = oneOf(['Organization', 'Team', 'Cluster', 'NodePool'], scopeKind);
  if (kind === 'Organization') return { kind };
  if (kind === 'Team') {
    invariant(teamId !== null, 'a binding of a team names it');
    return { kind, teamId };
  }
  invariant(clusterId !== null, 'a binding of a cluster names it');
  if (kind === 'Cluster') return { kind, clusterId };
  invariant(nodePool !== null, 'a binding of a NodePool names it');
  return { kind, clusterId, nodePool };
}

function toTeam({
  owns,
  members,
  createdAt,
  ...row
}: TeamModel & {
  readonly owns: readonly OwnershipModel[];
  readonly members: readonly MemberModel[];
}): Team {
  return {
    ...row,
    createdAt: toInstant(createdAt),
    owns: owns.map(toOwnership),
    members: members.map(({ kind, subjectId }) => ({
      kind: oneOf(['User', 'Group'], kind),
      id: subjectId,
    })),
  };
}

function toOwnership({ clusterId, kind, name }: OwnershipModel): TeamOwnership {
  switch (oneOf(['Cluster', 'NodePool', 'Namespace'], kind)) {
    case 'Cluster':
      return { kind: 'Cluster', clusterId };
    case 'NodePool':
      return { kind: 'NodePool', clusterId, nodePool: name };
    default:
      return { kind: 'Namespace', clusterId, namespace: name };
  }
}
