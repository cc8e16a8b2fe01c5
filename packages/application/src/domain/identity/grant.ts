import type { ClusterId } from '@kerf/core';
import type { AccessAction } from './access-action.js';

/** The part of the fleet that a grant covers. A team's scope is expanded into these. */
export type GrantScope =
  | { readonly kind: 'Organization' }
  | { readonly kind: 'Cluster'; readonly clusterId: ClusterId }
  | {
      readonly kind: 'NodePools';
      readonly clusterId: ClusterId;
      readonly nodePools: readonly string[];
    }
  /** Covers pods only: a namespace has no nodes of its own. */
  | {
      readonly kind: 'Namespaces';
      readonly clusterId: ClusterId;
      readonly namespaces: readonly string[];
    };

/** Actions that are allowed or denied in a scope. */
export interface AccessGrant {
  readonly effect: 'Allow' | 'Deny';
  /** Name of the role; reasons name it. */
  readonly role: string;
  readonly actions: readonly AccessAction[];
  readonly scope: GrantScope;
}

/**
 * Returns the grants that allow what both lists allow: a token may do what its own grants and the
 * grants of its creator allow. A denial by one of them is a denial.
 */
export function intersectGrants(
  some: readonly AccessGrant[],
  others: readonly AccessGrant[],
): readonly AccessGrant[] {
  const denied = [...some, ...others].filter(({ effect }) => effect === 'Deny');
  const allowed = allowsOf(some).flatMap((grant) =>
    allowsOf(others).flatMap((other) => {
      const scope = intersectScopes(grant.scope, other.scope);
      const actions = grant.actions.filter((action) => other.actions.includes(action));
      return scope === null || actions.length === 0 ? [] : [{ ...grant, actions, scope }];
    }),
  );
  return [...allowed, ...denied];
}

const allowsOf = (grants: readonly AccessGrant[]): readonly AccessGrant[] =>
  grants.filter(({ effect }) => effect === 'Allow');

/**
 * Returns what two scopes have in common; `null` for nothing. NodePools and namespaces have pods in
 * common, which no scope can express, so they count as disjoint.
 */
function intersectScopes(some: GrantScope, other: GrantScope): GrantScope | null {
  if (some.kind === 'Organization') return other;
  if (other.kind === 'Organization') return some;
  if (some.clusterId !== other.clusterId) return null;
  if (some.kind === 'Cluster') return other;
  if (other.kind === 'Cluster') return some;
  if (some.kind === 'NodePools' && other.kind === 'NodePools') {
    const nodePools = some.nodePools.filter((name) => other.nodePools.includes(name));
    return nodePools.length === 0 ? null : { ...some, nodePools };
  }
  if (some.kind === 'Namespaces' && other.kind === 'Namespaces') {
    const namespaces = some.namespaces.filter((name) => other.namespaces.includes(name));
    return namespaces.length === 0 ? null : { ...some, namespaces };
  }
  return null;
}
