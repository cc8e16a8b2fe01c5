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
  'git-repository.read',
  'git-repository.write',
  'audit.read',
  'api-token.write',
  'identity.read',
  'identity.write',
] as const;
/** One of {@link accessActions}. */
export type AccessAction = (typeof accessActions)[number];

/** Actions that are about the organization only: a role in a smaller scope does not allow them. */
export const organizationActions: readonly AccessAction[] = [
  'cluster.register',
  'approval-policy.read',
  'approval-policy.write',
  'notification.read',
  'notification.write',
  'git-repository.read',
  'git-repository.write',
  'identity.read',
  'identity.write',
];

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
  'git-repository.read',
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
