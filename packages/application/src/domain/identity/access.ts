import type { ClusterId } from '@kerf/core';
import { type AccessAction, accessActions, organizationActions } from './access-action.js';
import type { AccessGrant, GrantScope } from './grant.js';
import type { CallerAccess, Principal } from './principal.js';

/**
 * The object of an action: the organization with all clusters, one cluster with all NodePools,
 * NodePools of one cluster, or a pod. A pod without a node has no NodePool.
 */
export type AccessObject =
  | { readonly kind: 'Organization' }
  | { readonly kind: 'Cluster'; readonly clusterId: ClusterId }
  | {
      readonly kind: 'NodePools';
      readonly clusterId: ClusterId;
      /** None means the whole cluster. */
      readonly nodePools: readonly string[];
    }
  | {
      readonly kind: 'Pod';
      readonly clusterId: ClusterId;
      readonly namespace: string;
      readonly nodePool: string | null;
    };

/** Whether an action is allowed; otherwise a sentence that says what forbids it. */
export type AccessVerdict =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly reason: string };

/** The part of a caller that `can` decides on. */
export type AccessSubject = Pick<Principal, 'kind' | 'name'> & Pick<CallerAccess, 'grants'>;

/** All actions in the whole organization, as the operator on the server has them. */
export const organizationAdmin: CallerAccess = {
  grants: [
    {
      effect: 'Allow',
      role: 'admin',
      actions: accessActions,
      scope: { kind: 'Organization' },
    },
  ],
  groups: [],
  roles: ['admin'],
  teams: [],
};

const allowed: AccessVerdict = { isAllowed: true };

/**
 * Returns whether a caller may do something with all of an object; the one place where access is
 * decided. A denial of any part of the object wins over every grant.
 */
export function can(
  subject: AccessSubject,
  action: AccessAction,
  object: AccessObject,
): AccessVerdict {
  const grants = subject.grants.filter(({ actions }) => actions.includes(action));
  const denial = grants.find(({ effect, scope }) => effect === 'Deny' && overlaps(scope, object));
  if (denial !== undefined) return denied(subject, action, denial);
  const scopes = grants.filter(({ effect }) => effect === 'Allow').map(({ scope }) => scope);
  const isCovered = atomsOf(object).every((atom) => scopes.some((scope) => covers(scope, atom)));
  return isCovered ? allowed : missing(subject, action, object);
}

/**
 * Returns whether a caller may do something with a part of the organization, or of one cluster: the
 * check before the object is known, and the one that decides whether a cluster is visible.
 */
export function canSomewhere(
  subject: AccessSubject,
  action: AccessAction,
  clusterId?: ClusterId,
): AccessVerdict {
  if (organizationActions.includes(action)) return can(subject, action, { kind: 'Organization' });
  const grants = subject.grants.filter(({ actions }) => actions.includes(action));
  const within = grants.filter(
    ({ scope }) =>
      clusterId === undefined || scope.kind === 'Organization' || scope.clusterId === clusterId,
  );
  const denials = within.filter(({ effect }) => effect === 'Deny');
  const isAllowed = within
    .filter(({ effect }) => effect === 'Allow')
    .flatMap(({ scope }) => partsOf(narrowed(scope, clusterId)))
    .some((part) => !denials.some((denial) => contains(denial.scope, part)));
  if (isAllowed) return allowed;
  const [denial] = denials;
  const object: AccessObject =
    clusterId === undefined ? { kind: 'Organization' } : { kind: 'Cluster', clusterId };
  return denial === undefined ? missing(subject, action, object) : denied(subject, action, denial);
}

/** Returns the grant's scope within one cluster. */
function narrowed(scope: GrantScope, clusterId: ClusterId | undefined): GrantScope {
  return scope.kind === 'Organization' && clusterId !== undefined
    ? { kind: 'Cluster', clusterId }
    : scope;
}

/** Splits a scope by name, because each name may be denied on its own. */
function partsOf(scope: GrantScope): readonly GrantScope[] {
  if (scope.kind === 'NodePools') {
    return scope.nodePools.map((name) => ({ ...scope, nodePools: [name] }));
  }
  return scope.kind === 'Namespaces'
    ? scope.namespaces.map((name) => ({ ...scope, namespaces: [name] }))
    : [scope];
}

/** Splits an object into parts that are allowed one by one. */
function atomsOf(object: AccessObject): readonly AccessObject[] {
  if (object.kind !== 'NodePools') return [object];
  const { clusterId, nodePools } = object;
  return nodePools.length === 0
    ? [{ kind: 'Cluster', clusterId }]
    : nodePools.map((name) => ({ kind: 'NodePools', clusterId, nodePools: [name] }));
}

/** Returns whether all of the atom is in the scope. */
function covers(scope: GrantScope, atom: AccessObject): boolean {
  if (scope.kind === 'Organization') return true;
  if (atom.kind === 'Organization' || scope.clusterId !== atom.clusterId) return false;
  if (scope.kind === 'Cluster') return true;
  if (scope.kind === 'Namespaces') {
    return atom.kind === 'Pod' && scope.namespaces.includes(atom.namespace);
  }
  return nodePoolsOf(atom).length > 0 && nodePoolsOf(atom).every(isIn(scope.nodePools));
}

/** Returns whether a part of the object is in the scope. */
function overlaps(scope: GrantScope, object: AccessObject): boolean {
  if (scope.kind === 'Organization' || object.kind === 'Organization') return true;
  if (scope.clusterId !== object.clusterId) return false;
  if (scope.kind === 'Cluster' || object.kind === 'Cluster') return true;
  if (object.kind === 'NodePools' && object.nodePools.length === 0) return true;
  return scope.kind === 'NodePools'
    ? nodePoolsOf(object).some(isIn(scope.nodePools))
    : object.kind === 'Pod' && scope.namespaces.includes(object.namespace);
}

/** Returns whether everything of the inner scope is in the outer one. */
function contains(outer: GrantScope, inner: GrantScope): boolean {
  if (outer.kind === 'Organization') return true;
  if (inner.kind === 'Organization' || outer.clusterId !== inner.clusterId) return false;
  if (outer.kind === 'Cluster') return true;
  if (outer.kind === 'NodePools' && inner.kind === 'NodePools') {
    return inner.nodePools.every(isIn(outer.nodePools));
  }
  return (
    outer.kind === 'Namespaces' &&
    inner.kind === 'Namespaces' &&
    inner.namespaces.every(isIn(outer.namespaces))
  );
}

const isIn =
  (names: readonly string[]) =>
  (name: string): boolean =>
    names.includes(name);

function nodePoolsOf(object: AccessObject): readonly string[] {
  if (object.kind === 'NodePools') return object.nodePools;
  return object.kind === 'Pod' && object.nodePool !== null ? [object.nodePool] : [];
}

function denied(
  subject: AccessSubject,
  action: AccessAction,
  { role, scope }: AccessGrant,
): AccessVerdict {
  const where = scopeText(scope);
  const reason = `${nameOf(subject)} is denied ${action} by the role ${role} in ${where}. Ask an administrator.`;
  return { isAllowed: false, reason };
}

function missing(
  subject: AccessSubject,
  action: AccessAction,
  object: AccessObject,
): AccessVerdict {
  const where = scopeText(object);
  const remedy =
    subject.kind === 'ApiToken'
      ? 'Use a token with a role that allows it.'
      : 'Ask an administrator for a role that allows it.';
  return {
    isAllowed: false,
    reason: `${nameOf(subject)} has no role that allows ${action} in ${where}. ${remedy}`,
  };
}

const nameOf = ({ kind, name }: AccessSubject): string =>
  kind === 'ApiToken' ? `The token ${name}` : `The user ${name}`;

function scopeText(scope: GrantScope | AccessObject): string {
  switch (scope.kind) {
    case 'Organization':
      return 'the organization';
    case 'Cluster':
      return 'this cluster';
    case 'NodePools':
      return scope.nodePools.length === 0
        ? 'this cluster'
        : `NodePool ${scope.nodePools.join(', ')}`;
    case 'Namespaces':
      return `namespace ${scope.namespaces.join(', ')}`;
    default:
      return `namespace ${scope.namespace}`;
  }
}
