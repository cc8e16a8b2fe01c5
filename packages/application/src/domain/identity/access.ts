import type { ClusterId } from '@kerf/core';
import type { Principal } from './principal.js';

/** Everything that a caller may be allowed to do, as `noun.verb`. */
export const accessActions = [
  'cluster.read',
  'cluster.register',
  'cluster.update',
  'cluster.remove',
  'node.read',
  'pod.read',
  'cost.read',
  'definition.read',
  'definition.write',
  'decision.read',
  'decision.edit',
  'decision.approve',
  'decision.break-glass',
  'disruption.simulate',
  'pause.write',
  'spend-limit.write',
  'approval-policy.read',
  'approval-policy.write',
  'notification.read',
  'notification.write',
  'audit.read',
  'api-token.write',
  'identity.read',
  'identity.write',
] as const;
/** One of {@link accessActions}. */
export type AccessAction = (typeof accessActions)[number];

/** The built-in roles, each with all rights of `viewer`. */
export const builtInRoles = ['viewer', 'operator', 'approver', 'admin'] as const;
/** One of {@link builtInRoles}. */
export type BuiltInRole = (typeof builtInRoles)[number];

const viewerActions: readonly AccessAction[] = [
  'cluster.read',
  'node.read',
  'pod.read',
  'cost.read',
  'definition.read',
  'decision.read',
  'approval-policy.read',
  'notification.read',
  'audit.read',
  'api-token.write',
];

/** The actions of each built-in role. */
export const actionsByRole: Readonly<Record<BuiltInRole, readonly AccessAction[]>> = {
  viewer: viewerActions,
  operator: [
    ...viewerActions,
    'cluster.update',
    'definition.write',
    'decision.edit',
    'disruption.simulate',
    'pause.write',
  ],
  approver: [...viewerActions, 'decision.edit', 'decision.approve', 'disruption.simulate'],
  admin: accessActions,
};

/** What an action is about: everything, one cluster, or NodePools of one cluster. */
export type AccessObject =
  | { readonly kind: 'Organization' }
  | { readonly kind: 'Cluster'; readonly clusterId: ClusterId }
  | {
      readonly kind: 'NodePools';
      readonly clusterId: ClusterId;
      readonly nodePools: readonly string[];
    };

/** Whether an action is allowed; otherwise a sentence that says what forbids it. */
export type AccessVerdict =
  | { readonly isAllowed: true }
  | { readonly isAllowed: false; readonly reason: string };

/** Returns whether a caller may do something; the one place where access is decided. */
export function can(
  { name, scope }: Principal,
  action: AccessAction,
  _object: AccessObject,
): AccessVerdict {
  const role: BuiltInRole = scope === 'write' ? 'admin' : 'viewer';
  if (actionsByRole[role].includes(action)) return { isAllowed: true };
  return {
    isAllowed: false,
    reason: `The token ${name} has the scope read. Use a token with the scope write.`,
  };
}
