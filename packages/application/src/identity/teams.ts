import type { FieldProblem, TeamId } from '@kerf/core';
import { endBrakesOfTeam } from '../brakes/api.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Team, TeamMember, TeamOwnership } from '../domain/identity/role.js';
import { nameProblem } from '../domain/text/name-problem.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import {
  type AccessOutcome,
  type AccessPorts,
  type AccessRefusal,
  type AllAccessFacts,
  changed,
  clusterProblems,
  factsForChange,
  invalid,
  isName,
  nameRule,
  refuseExcess,
  refuseLastAdmin,
  refuseLifting,
  refuseNonAdmin,
} from './access-change.js';

/** The fields of a team. */
export interface TeamInput {
  readonly name: string;
  readonly owns: readonly TeamOwnership[];
  readonly members: readonly TeamMember[];
  readonly requestId: string | null;
}

/** Maximum number of parts that a team owns, and of its members. */
export const maxTeamParts = 500;

/**
 * Creates a team.
 * @throws STATE.CONFLICT when the name is taken
 */
export async function createTeam(
  ports: AccessPorts,
  principal: Principal,
  input: TeamInput,
): Promise<AccessOutcome<Team>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const problems = await problemsOf(tx, input);
    if (problems.length > 0) return { kind: 'Invalid', problems };
    const team: Team = {
      ...partsOf(input),
      id: ports.ids.next('tea'),
      createdAt: ports.clock.now(),
      version: 1,
    };
    await tx.access.insertTeam(team);
    await auditWrite(ports, tx, principal, {
      action: 'team.create',
      object: objectOf(team),
      after: partsOf(team),
      requestId: input.requestId,
    });
    return changed(team);
  });
}

/**
 * Changes a team's name, what it owns and its members. Role bindings to the team apply to what it
 * owns from then on.
 * @throws STATE.CONFLICT when the name is taken
 */
export async function updateTeam(
  ports: AccessPorts,
  principal: Principal,
  input: TeamInput & { readonly id: TeamId; readonly expectedVersion: ExpectedVersion },
): Promise<AccessOutcome<Team>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const facts = await factsForChange(tx);
    const team = facts.teams.find(({ id }) => id === input.id);
    if (team === undefined) return teamNotFound(input.id);
    const stale = {
      kind: 'Stale',
      message: `Team ${team.name} has changed. Read it again, and repeat the change.`,
    } as const;
    if (!isExpectedVersion(team.version, input.expectedVersion)) return stale;
    const problems = await problemsOf(tx, input);
    if (problems.length > 0) return { kind: 'Invalid', problems };
    const next = { ...team, ...partsOf(input) };
    const teams = facts.teams.map((other) => (other === team ? next : other));
    const refused =
      refuseScopeChange(principal, facts, { team, next }) ??
      refuseLastAdmin(facts, { ...facts, teams });
    if (refused !== null) return refused;
    const saved = await tx.access.saveTeam(next);
    if (saved === null) return stale;
    await auditWrite(ports, tx, principal, {
      action: 'team.update',
      object: objectOf(saved),
      before: partsOf(team),
      after: partsOf(saved),
      requestId: input.requestId,
    });
    return changed(saved);
  });
}

/**
 * Role bindings in the scope of a team apply to what it owns: with a new part they give more, and
 * without one of its parts they deny less. Nobody gives what they do not have.
 */
function refuseScopeChange(
  principal: Principal,
  { roles, bindings }: AllAccessFacts,
  { team, next }: { readonly team: Team; readonly next: Team },
): AccessRefusal | null {
  const added = { roles, teams: [{ ...team, owns: without(next.owns, team.owns) }] };
  const removed = { roles, teams: [{ ...team, owns: without(team.owns, next.owns) }] };
  const refusals = bindings
    .filter(({ scope }) => scope.kind === 'Team' && scope.teamId === team.id)
    .map((binding) =>
      binding.effect === 'Allow'
        ? refuseExcess(principal, binding, added)
        : refuseLifting(principal, binding, removed),
    );
  const refusal = refusals.find((one) => one !== null) ?? null;
  return refusal?.kind === 'Invalid'
    ? invalid('owns', refusal.problems[0]?.message ?? '')
    : refusal;
}

function without(
  owns: readonly TeamOwnership[],
  others: readonly TeamOwnership[],
): readonly TeamOwnership[] {
  const keys = new Set(others.map(ownershipKey));
  return owns.filter((part) => !keys.has(ownershipKey(part)));
}

/** Team to delete. */
export interface DeleteTeamInput {
  readonly id: TeamId;
  /** The version that the caller saw. */
  readonly expectedVersion: ExpectedVersion;
  readonly requestId: string | null;
}

/**
 * Deletes a team that no role binding and no notification rule refers to. Its pauses, spend limit and
 * alert thresholds end with it.
 */
export async function deleteTeam(
  ports: AccessPorts,
  principal: Principal,
  { id, expectedVersion, requestId }: DeleteTeamInput,
): Promise<AccessOutcome<Team>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const { teams, bindings } = await factsForChange(tx);
    const team = teams.find((other) => other.id === id);
    if (team === undefined) return teamNotFound(id);
    if (!isExpectedVersion(team.version, expectedVersion)) {
      return { kind: 'Stale', message: `Team ${team.name} has changed.` };
    }
    const uses = bindings.filter(({ scope }) => scope.kind === 'Team' && scope.teamId === id);
    if (uses.length > 0) {
      const message = `Team ${team.name} is the scope of ${uses.length} role bindings. Remove them first.`;
      return { kind: 'Conflict', message };
    }
    const rules = (await tx.notificationChannels.rules()).filter((rule) =>
      rule.teamIds.includes(id),
    );
    if (rules.length > 0) {
      const names = rules.map(({ name }) => name).join(', ');
      const message = `Notification rules are limited to team ${team.name}: ${names}. Change them first.`;
      return { kind: 'Conflict', message };
    }
    await endBrakesOfTeam(ports, tx, team, { actor: principal, requestId });
    await tx.access.removeTeam(id);
    await auditWrite(ports, tx, principal, {
      action: 'team.delete',
      object: objectOf(team),
      before: partsOf(team),
      requestId,
    });
    return changed(team);
  });
}

const teamNotFound = (id: TeamId): AccessRefusal => ({
  kind: 'NotFound',
  message: `Team ${id} not found.`,
});
const objectOf = ({ id, name }: Team) => ({ kind: 'Team', id, name });

/** Returns the changeable fields, each part and member once. */
function partsOf({ name, owns, members }: Pick<Team, 'name' | 'owns' | 'members'>) {
  return { name, owns: once(owns, ownershipKey), members: once(members, memberKey) };
}

function once<T>(items: readonly T[], keyOf: (item: T) => string): readonly T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()];
}

const memberKey = ({ kind, id }: TeamMember): string => JSON.stringify([kind, id]);

function ownershipKey(part: TeamOwnership): string {
  const { kind, clusterId } = part;
  if (kind === 'Cluster') return JSON.stringify([kind, clusterId]);
  return JSON.stringify([kind, clusterId, kind === 'NodePool' ? part.nodePool : part.namespace]);
}

async function problemsOf(tx: Repositories, input: TeamInput): Promise<readonly FieldProblem[]> {
  const { name, owns, members } = input;
  const problems: FieldProblem[] = [];
  const message = nameProblem(name, 100);
  if (message !== null) problems.push({ path: 'name', message });
  for (const [path, list] of Object.entries({ owns, members })) {
    if (list.length > maxTeamParts) {
      problems.push({ path, message: `must have at most ${maxTeamParts} entries` });
    }
  }
  if (problems.length > 0) return problems;
  const users = new Set((await tx.identity.listUsers()).map(({ id }) => id));
  const unknown = members.findIndex(({ kind, id }) => kind === 'User' && !users.has(id));
  if (unknown >= 0) {
    const path = `members.${unknown}.id`;
    problems.push({ path, message: `User ${members[unknown]?.id} not found` });
  }
  members.forEach(({ kind, id }, index) => {
    if (kind === 'User' || isName(id)) return;
    problems.push({ path: `members.${index}.id`, message: nameRule });
  });
  return [...problems, ...(await ownershipProblems(tx, owns))];
}

async function ownershipProblems(
  tx: Repositories,
  owns: readonly TeamOwnership[],
): Promise<readonly FieldProblem[]> {
  const problems: FieldProblem[] = [];
  for (const [index, part] of owns.entries()) {
    const path = `owns.${index}.clusterId`;
    problems.push(...(await clusterProblems(tx, part.clusterId, path)));
    if (part.kind === 'Cluster') continue;
    const name = part.kind === 'NodePool' ? part.nodePool : part.namespace;
    if (!isName(name)) {
      problems.push({ path: `owns.${index}.name`, message: nameRule });
    }
  }
  return problems;
}
