import type { AccessRepository, BrakeScope } from '@kerf/application';
import { AppError } from '@kerf/core';
import { byId, byName, type MemoryTable } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

export function memoryAccess({
  customRoles,
  roleBindings,
  teams,
  alertThresholds,
  spendLimits,
  gitRepositories,
}: MemoryTables): AccessRepository {
  return {
    /** Transactions run one after the other. */
    lock: async () => {},
    roles: async () => customRoles.all().toSorted(byName),
    insertRole: async (role) => insert(customRoles, role),
    saveRole: async (role) => save(customRoles, role),
    removeRole: async (id) => customRoles.delete(id),
    bindings: async () => roleBindings.all().toSorted(byId),
    bindingsOf: async (subjects) =>
      roleBindings
        .where(({ subject }) =>
          subjects.some(({ kind, id }) => kind === subject.kind && id === subject.id),
        )
        .toSorted(byId),
    insertBinding: async (binding) => roleBindings.set(binding.id, binding),
    removeBinding: async (id) => roleBindings.delete(id),
    removeBindingsOf: async ({ kind, id }) =>
      roleBindings.deleteWhere(({ subject }) => subject.kind === kind && subject.id === id),
    teams: async () => teams.all().toSorted(byName),
    insertTeam: async (team) => insert(teams, team),
    saveTeam: async (team) => save(teams, team),
    async removeTeam(id) {
      const isOfTeam = ({ scope }: { readonly scope: BrakeScope }): boolean =>
        scope.kind === 'Team' && scope.teamId === id;
      alertThresholds.deleteWhere(isOfTeam);
      spendLimits.deleteWhere(isOfTeam);
      gitRepositories.deleteWhere(isOfTeam);
      return teams.delete(id);
    },
    removeMember: async (userId) =>
      teams.updateWhere(
        () => true,
        (team) => ({
          ...team,
          members: team.members.filter(({ kind, id }) => kind !== 'User' || id !== userId),
        }),
      ),
  };
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

function insert<Row extends Named>(table: MemoryTable<Row>, row: Row): void {
  refuseTakenName(table, row);
  table.set(row.id, row);
}

function save<Row extends Named>(table: MemoryTable<Row>, row: Row): Row | null {
  if (table.get(row.id)?.version !== row.version) return null;
  refuseTakenName(table, row);
  const saved = { ...row, version: row.version + 1 };
  table.set(row.id, saved);
  return saved;
}

function refuseTakenName<Row extends Named>(table: MemoryTable<Row>, { id, name }: Row): void {
  if (table.find((other) => other.name === name && other.id !== id) === null) return;
  throw new AppError({ code: 'STATE.CONFLICT', message: `The name ${name} is taken.` });
}
