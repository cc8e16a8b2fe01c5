import type { FieldProblem, RoleBindingId } from '@kerf/core';
import type { Principal } from '../domain/identity/principal.js';
import type { BindingScope, BindingSubject, RoleBinding } from '../domain/identity/role.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import {
  type AccessOutcome,
  type AccessPorts,
  changed,
  factsForChange,
  isName,
  refuseExcess,
  refuseLastAdmin,
  refuseLifting,
  refuseNonAdmin,
  roleProblems,
} from './access-change.js';

/** A role to give to a subject, or to deny it. */
export interface BindRoleInput {
  readonly subject: BindingSubject;
  readonly role: string;
  readonly scope: BindingScope;
  readonly effect: 'Allow' | 'Deny';
  readonly requestId: string | null;
}

/** Gives a role to a user, group or token in a scope, or denies the role's actions there. */
export async function bindRole(
  ports: AccessPorts,
  principal: Principal,
  { requestId, ...input }: BindRoleInput,
): Promise<AccessOutcome<RoleBinding>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const facts = await factsForChange(tx);
    const problems = [
      ...(await subjectProblems(tx, input.subject)),
      ...(await roleProblems(tx, input, facts)),
    ];
    if (problems.length > 0) return { kind: 'Invalid', problems };
    if (facts.bindings.some((other) => isSame(other, input))) {
      return { kind: 'Conflict', message: 'This role binding exists already.' };
    }
    const binding: RoleBinding = {
      ...input,
      id: ports.ids.next('rbi'),
      createdAt: ports.clock.now(),
      createdBy: principal.name,
    };
    const after = { ...facts, bindings: [...facts.bindings, binding] };
    const refusal =
      (input.effect === 'Allow' ? refuseExcess(principal, input, facts) : null) ??
      refuseLastAdmin(facts, after);
    if (refusal !== null) return refusal;
    await tx.access.insertBinding(binding);
    await auditWrite(ports, tx, principal, {
      action: 'role-binding.create',
      object: await objectOf(tx, binding),
      after: termsOf(binding),
      requestId,
    });
    return changed(binding);
  });
}

/** Removes a role binding. */
export async function unbindRole(
  ports: AccessPorts,
  principal: Principal,
  { id, requestId }: { readonly id: RoleBindingId; readonly requestId: string | null },
): Promise<AccessOutcome<RoleBinding>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const facts = await factsForChange(tx);
    const binding = facts.bindings.find((other) => other.id === id);
    if (binding === undefined) {
      return { kind: 'NotFound', message: `Role binding ${id} not found.` };
    }
    const after = { ...facts, bindings: facts.bindings.filter((other) => other !== binding) };
    const refusal =
      (binding.effect === 'Deny' ? refuseLifting(principal, binding, facts) : null) ??
      refuseLastAdmin(facts, after);
    if (refusal !== null) return refusal;
    await tx.access.removeBinding(id);
    await auditWrite(ports, tx, principal, {
      action: 'role-binding.remove',
      object: await objectOf(tx, binding),
      before: termsOf(binding),
      requestId,
    });
    return changed(binding);
  });
}

const termsOf = ({ subject, role, scope, effect }: RoleBinding) => ({
  subject,
  role,
  scope,
  effect,
});

async function objectOf(tx: Repositories, { id, subject, role }: RoleBinding) {
  return { kind: 'RoleBinding', id, name: `${role} of ${await subjectName(tx, subject)}` };
}

async function subjectName({ identity }: Repositories, subject: BindingSubject): Promise<string> {
  switch (subject.kind) {
    case 'User':
      return (await identity.findUser(subject.id))?.name ?? subject.id;
    case 'ApiToken':
      return (await identity.findToken(subject.id))?.name ?? subject.id;
    default:
      return `group ${subject.id}`;
  }
}

async function subjectProblems(
  { identity }: Repositories,
  { kind, id }: BindingSubject,
): Promise<readonly FieldProblem[]> {
  const path = 'subject.id';
  if (kind === 'Group') {
    return isName(id)
      ? []
      : [
          {
            path,
            message: 'must be a group name of 1 to 253 characters, without control characters',
          },
        ];
  }
  const found = kind === 'User' ? await identity.findUser(id) : await identity.findToken(id);
  const noun = kind === 'User' ? 'User' : 'API token';
  return found === null ? [{ path, message: `${noun} ${id} not found` }] : [];
}

function isSame(some: RoleBinding, other: Omit<BindRoleInput, 'requestId'>): boolean {
  return (
    some.role === other.role &&
    some.effect === other.effect &&
    some.subject.kind === other.subject.kind &&
    some.subject.id === other.subject.id &&
    scopeKey(some.scope) === scopeKey(other.scope)
  );
}

function scopeKey(scope: BindingScope): string {
  const { kind } = scope;
  if (kind === 'Team') return JSON.stringify([kind, scope.teamId]);
  if (kind === 'Cluster') return JSON.stringify([kind, scope.clusterId]);
  return JSON.stringify(kind === 'NodePool' ? [kind, scope.clusterId, scope.nodePool] : [kind]);
}
