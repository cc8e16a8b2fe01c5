import { type AccessRepository, type Team, type TeamOwnership } from '@kerf/application';
import { type AppErrorFields } from '@kerf/core';
import type { Db } from '../client.js';
import type {
  TeamMember as MemberModel,
  TeamOwnership as OwnershipModel,
  Prisma,
  Team as TeamModel,
} from '../generated/client.js';
import { oneOf, toInstant } from '../json.js';
import { customRoles, roleBindings, teams } from '../tables/access.js';
import { insertRows, saveRow } from '../tables/table.js';
import { insertNamed, renameOnce } from './rename-once.js';

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
      return (await db.customRole.findMany({ orderBy: { name: 'asc' } })).map(customRoles.read);
    },
    insertRole: (role) => insertNamed(db, customRoles, role, () => taken(role)),
    saveRole: (role) =>
      renameOnce(db, customRoles, role, {
        countOthers: (where) => db.customRole.count({ where }),
        save: () => saveRow(db, customRoles, role),
        conflict: () => taken(role),
      }),
    async removeRole(id) {
      return (await db.customRole.deleteMany({ where: { id } })).count > 0;
    },
  } satisfies Partial<AccessRepository>;
}

function bindingMethods(db: Db) {
  return {
    async bindings() {
      return (await db.roleBinding.findMany({ orderBy: { id: 'asc' } })).map(roleBindings.read);
    },
    async bindingsOf(subjects) {
      const rows = await db.roleBinding.findMany({
        where: { OR: subjects.map(({ kind, id }) => ({ subjectKind: kind, subjectId: id })) },
        orderBy: { id: 'asc' },
      });
      return rows.map(roleBindings.read);
    },
    insertBinding: (binding) => insertRows(db, roleBindings, [binding]),
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
      await insertNamed(db, teams, team, () => taken(team));
      await insertParts(db, team);
    },
    async saveTeam(team) {
      return renameOnce(db, teams, team, {
        countOthers: (where) => db.team.count({ where }),
        save: async () => {
          const saved = await saveRow(db, teams, team);
          if (saved === null) return null;
          await db.teamOwnership.deleteMany({ where: { teamId: team.id } });
          await db.teamMember.deleteMany({ where: { teamId: team.id } });
          await insertParts(db, team);
          return saved;
        },
        conflict: () => taken(team),
      });
    },
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
