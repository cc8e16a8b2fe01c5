import type { FieldProblem, RoleId } from '@kerf/core';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import { can } from '../domain/identity/access.js';
import type { AccessAction } from '../domain/identity/access-action.js';
import { isBuiltInRole } from '../domain/identity/grants-of.js';
import type { Principal } from '../domain/identity/principal.js';
import type { CustomRole } from '../domain/identity/role.js';
import { nameProblem } from '../domain/text/name-problem.js';
import { auditWrite } from '../recording/audit.js';
import {
  type AccessOutcome,
  type AccessPorts,
  type AccessRefusal,
  type AllAccessFacts,
  changed,
  factsForChange,
  refuseLastAdmin,
  refuseLifting,
  refuseNonAdmin,
} from './access-change.js';

/** The fields of a custom role. */
export interface CustomRoleInput {
  readonly name: string;
  readonly description: string;
  readonly actions: readonly AccessAction[];
  readonly requestId: string | null;
}

/**
 * Creates a custom role.
 * @throws STATE.CONFLICT when the name is taken
 */
export async function createRole(
  ports: AccessPorts,
  principal: Principal,
  input: CustomRoleInput,
): Promise<AccessOutcome<CustomRole>> {
  const refusal = refuseRole(principal, input);
  if (refusal !== null) return refusal;
  const { name, description, actions, requestId } = input;
  const role: CustomRole = {
    id: ports.ids.next('rol'),
    name,
    description,
    actions: [...new Set(actions)],
    createdAt: ports.clock.now(),
    version: 1,
  };
  return ports.store.transaction(async (tx) => {
    await tx.access.insertRole(role);
    await auditWrite(ports, tx, principal, {
      action: 'role.create',
      object: objectOf(role),
      after: termsOf(role),
      requestId,
    });
    return changed(role);
  });
}

/**
 * Changes a custom role for everyone who has it.
 * @throws STATE.CONFLICT when the name is taken
 */
export async function updateRole(
  ports: AccessPorts,
  principal: Principal,
  input: CustomRoleInput & { readonly id: RoleId; readonly expectedVersion: ExpectedVersion },
): Promise<AccessOutcome<CustomRole>> {
  const refusal = refuseRole(principal, input);
  if (refusal !== null) return refusal;
  return ports.store.transaction(async (tx) => {
    const facts = await factsForChange(tx);
    const role = facts.roles.find(({ id }) => id === input.id);
    if (role === undefined) return roleNotFound(input.id);
    const stale = {
      kind: 'Stale',
      message: `Role ${role.name} has changed. Read it again, and repeat the change.`,
    } as const;
    if (!isExpectedVersion(role.version, input.expectedVersion)) return stale;
    const { name, description } = input;
    const next = {
      ...role,
      name,
      description,
      actions: [...new Set(input.actions)],
    };
    const roles = facts.roles.map((other) => (other === role ? next : other));
    const refused =
      refuseEndOfDenials(principal, facts, { role, next }) ??
      refuseLastAdmin(facts, { ...facts, roles });
    if (refused !== null) return refused;
    const saved = await tx.access.saveRole(next);
    if (saved === null) return stale;
    await auditWrite(ports, tx, principal, {
      action: 'role.update',
      object: objectOf(saved),
      before: termsOf(role),
      after: termsOf(saved),
      requestId: input.requestId,
    });
    return changed(saved);
  });
}

/** A role that denies something denies less without some of its actions. */
function refuseEndOfDenials(
  principal: Principal,
  { bindings, teams }: AllAccessFacts,
  { role, next }: { readonly role: CustomRole; readonly next: CustomRole },
): AccessRefusal | null {
  const actions = role.actions.filter((action) => !next.actions.includes(action));
  const roles = [{ ...role, actions }];
  const denials = bindings.filter((one) => one.role === role.id && one.effect === 'Deny');
  const refusals = denials.map((denial) => refuseLifting(principal, denial, { roles, teams }));
  return refusals.find((refusal) => refusal !== null) ?? null;
}

/** Custom role to delete. */
export interface DeleteRoleInput {
  readonly id: RoleId;
  /** The version that the caller saw. */
  readonly expectedVersion: ExpectedVersion;
  readonly requestId: string | null;
}

/** Deletes a custom role that nobody has. */
export async function deleteRole(
  ports: AccessPorts,
  principal: Principal,
  { id, expectedVersion, requestId }: DeleteRoleInput,
): Promise<AccessOutcome<CustomRole>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const { roles, bindings } = await factsForChange(tx);
    const role = roles.find((other) => other.id === id);
    if (role === undefined) return roleNotFound(id);
    if (!isExpectedVersion(role.version, expectedVersion)) {
      return { kind: 'Stale', message: `Role ${role.name} has changed.` };
    }
    const uses = bindings.filter((binding) => binding.role === id).length;
    if (uses > 0) {
      const message = `Role ${role.name} has ${uses} role bindings. Remove them first.`;
      return { kind: 'Conflict', message };
    }
    await tx.access.removeRole(id);
    await auditWrite(ports, tx, principal, {
      action: 'role.delete',
      object: objectOf(role),
      before: termsOf(role),
      requestId,
    });
    return changed(role);
  });
}

function refuseRole(principal: Principal, input: CustomRoleInput): AccessRefusal | null {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  const problems = problemsOf(input);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  for (const action of input.actions) {
    const verdict = can(principal, action, { kind: 'Organization' });
    if (!verdict.isAllowed) return { kind: 'Forbidden', message: verdict.reason };
  }
  return null;
}

function problemsOf({ name, description, actions }: CustomRoleInput): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  const message = nameProblem(name, 100);
  if (message !== null) problems.push({ path: 'name', message });
  if (isBuiltInRole(name)) {
    problems.push({ path: 'name', message: 'must not be the name of a built-in role' });
  }
  if (description.length > 500) {
    problems.push({ path: 'description', message: 'must have at most 500 characters' });
  }
  if (actions.length === 0) {
    problems.push({ path: 'actions', message: 'must contain at least one action' });
  }
  return problems;
}

const roleNotFound = (id: RoleId): AccessRefusal => ({
  kind: 'NotFound',
  message: `Role ${id} not found.`,
});
const objectOf = ({ id, name }: CustomRole) => ({ kind: 'Role', id, name });
const termsOf = ({ name, description, actions }: CustomRole) => ({ name, description, actions });
