import type {
  AccessAction,
  AuditEntry,
  AuditProblemKind,
  BindingScope,
  ClaimOperator,
  DeviceAccess,
  Principal,
  RoleBinding,
  TeamMember,
  TeamOwnership,
} from '@kerf/application';

/** Kind of the actor of an audit log entry. */
export type ActorKind = AuditEntry['actor']['kind'];
export type AuditOutcome = AuditEntry['outcome'];
export type CallerKind = Principal['kind'];
export type AccessEffect = RoleBinding['effect'];
export type AccessScopeKind = BindingScope['kind'];
export type BindingSubjectKind = RoleBinding['subject']['kind'];
export type TeamMemberKind = TeamMember['kind'];
export type TeamOwnershipKind = TeamOwnership['kind'];

export type { AccessAction, AuditProblemKind, ClaimOperator, DeviceAccess };

export const accessWords = {
  AccessAction: {
    'cluster.read': 'CLUSTER_READ',
    'cluster.register': 'CLUSTER_REGISTER',
    'cluster.update': 'CLUSTER_UPDATE',
    'cluster.remove': 'CLUSTER_REMOVE',
    'node.read': 'NODE_READ',
    'pod.read': 'POD_READ',
    'cost.read': 'COST_READ',
    'definition.read': 'DEFINITION_READ',
    'definition.write': 'DEFINITION_WRITE',
    'decision.read': 'DECISION_READ',
    'decision.edit': 'DECISION_EDIT',
    'decision.approve': 'DECISION_APPROVE',
    'decision.break-glass': 'DECISION_BREAK_GLASS',
    'disruption.simulate': 'DISRUPTION_SIMULATE',
    'pause.write': 'PAUSE_WRITE',
    'spend-limit.write': 'SPEND_LIMIT_WRITE',
    'approval-policy.read': 'APPROVAL_POLICY_READ',
    'approval-policy.write': 'APPROVAL_POLICY_WRITE',
    'notification.read': 'NOTIFICATION_READ',
    'notification.write': 'NOTIFICATION_WRITE',
    'audit.read': 'AUDIT_READ',
    'api-token.write': 'API_TOKEN_WRITE',
    'identity.read': 'IDENTITY_READ',
    'identity.write': 'IDENTITY_WRITE',
  } satisfies Record<AccessAction, string>,
  AccessEffect: { Allow: 'ALLOW', Deny: 'DENY' } satisfies Record<AccessEffect, string>,
  AccessScopeKind: {
    Organization: 'ORGANIZATION',
    Team: 'TEAM',
    Cluster: 'CLUSTER',
    NodePool: 'NODE_POOL',
  } satisfies Record<AccessScopeKind, string>,
  ActorKind: {
    User: 'USER',
    ApiToken: 'API_TOKEN',
    Kerf: 'KERF',
    Anonymous: 'ANONYMOUS',
  } satisfies Record<ActorKind, string>,
  AuditOutcome: { Done: 'DONE', Refused: 'REFUSED' } satisfies Record<AuditOutcome, string>,
  AuditProblemKind: {
    StartChanged: 'START_CHANGED',
    EntryChanged: 'ENTRY_CHANGED',
    EntryMissing: 'ENTRY_MISSING',
    EndMissing: 'END_MISSING',
    CheckpointInvalid: 'CHECKPOINT_INVALID',
    CheckpointMismatch: 'CHECKPOINT_MISMATCH',
    UnknownKey: 'UNKNOWN_KEY',
  } satisfies Record<AuditProblemKind, string>,
  BindingSubjectKind: {
    User: 'USER',
    Group: 'GROUP',
    ApiToken: 'API_TOKEN',
  } satisfies Record<BindingSubjectKind, string>,
  CallerKind: { User: 'USER', ApiToken: 'API_TOKEN' } satisfies Record<CallerKind, string>,
  ClaimOperator: { Equals: 'EQUALS', Glob: 'GLOB' } satisfies Record<ClaimOperator, string>,
  DeviceAccess: { same: 'SAME', read: 'READ' } satisfies Record<DeviceAccess, string>,
  TeamMemberKind: { User: 'USER', Group: 'GROUP' } satisfies Record<TeamMemberKind, string>,
  TeamOwnershipKind: {
    Cluster: 'CLUSTER',
    NodePool: 'NODE_POOL',
    Namespace: 'NAMESPACE',
  } satisfies Record<TeamOwnershipKind, string>,
} as const;
