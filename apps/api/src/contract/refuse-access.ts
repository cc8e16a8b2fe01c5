import {
  type AccessAction,
  type AccessObject,
  can,
  canSomewhere,
  type Principal,
} from '@kerf/application';
import type { ClusterId } from '@kerf/core';
import { type Outcome, refuse } from './outcome.js';
import { forbidden } from './public-error.js';

/** @throws AUTH.FORBIDDEN unless the caller may do it in the whole organization */
export function requireInOrganization(principal: Principal, action: AccessAction): void {
  const verdict = can(principal, action, { kind: 'Organization' });
  if (!verdict.isAllowed) throw forbidden(verdict.reason);
}

/** A write to an object that the caller knows by its ID. */
export interface ObjectWrite {
  readonly action: AccessAction;
  readonly object: AccessObject;
  /** The action that makes the object visible. */
  readonly read: AccessAction;
  /** The refusal of an object that does not exist. */
  readonly notFound: Outcome<never>;
}

/**
 * Returns why a caller may not write to an object, or `null`. An object that the caller may not see
 * is not found.
 */
export function refuseAccess(
  principal: Principal,
  { action, object, read, notFound }: ObjectWrite,
): Outcome<never> | null {
  const verdict = can(principal, action, object);
  if (verdict.isAllowed) return null;
  return isVisible(principal, read, object) ? refuse('FORBIDDEN', verdict.reason) : notFound;
}

/** A part of a cluster makes the cluster visible. */
function isVisible(principal: Principal, read: AccessAction, object: AccessObject): boolean {
  return object.kind === 'Cluster'
    ? canSomewhere(principal, read, object.clusterId).isAllowed
    : can(principal, read, object).isAllowed;
}

/** Returns why a caller may not write to a whole cluster, or `null`. */
export function refuseClusterWrite(
  principal: Principal,
  action: AccessAction,
  clusterId: ClusterId,
): Outcome<never> | null {
  return refuseAccess(principal, {
    action,
    object: { kind: 'Cluster', clusterId },
    read: 'cluster.read',
    notFound: refuse('NOT_FOUND', `Cluster ${clusterId} not found.`, 'id'),
  });
}
