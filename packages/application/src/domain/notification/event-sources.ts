import type { DecisionEventKind } from '../decision/decision.js';
import type { FindingCode } from '../finding/finding.js';
import type { AuditEntry } from '../identity/principal.js';
import type { NotificationEventKind, NotificationSeverity } from './event-kinds.js';

/**
 * One row of the mapping from recorded causes to kinds of notification events. A name that ends
 * with `*` is a prefix.
 */
interface EventSource {
  readonly names: readonly string[];
  /** `null`: the cause is not notified. */
  readonly kind: NotificationEventKind | null;
}

/**
 * The mapping of entries in a decision's history. The first row that matches applies; an entry
 * without a row is a `decision.updated`, so a new kind of entry is notified and not lost.
 */
const decisionSources: readonly EventSource[] = [
  {
    names: [
      'Proposed',
      'Validated',
      'ExecutionStarted',
      'StepDone',
      'NodeClaimLaunched',
      'NodeClaimRegistered',
      'NodeClaimInitialized',
      'NodeClaimTerminated',
    ] satisfies readonly DecisionEventKind[],
    kind: null,
  },
  { names: ['ApprovalRequested'], kind: 'decision.approval-requested' },
  {
    names: ['Reminder*', 'Reminded*', 'ApprovalReminded', 'Escalat*'],
    kind: 'decision.approval-reminded',
  },
  { names: ['Review*', 'Commented', 'NodesExcluded'], kind: 'decision.reviewed' },
  { names: ['Approved'], kind: 'decision.approved' },
  { names: ['Rejected'], kind: 'decision.rejected' },
  { names: ['Expired'], kind: 'decision.expired' },
  { names: ['Superseded'], kind: 'decision.superseded' },
  { names: ['ExecutionDelayed'], kind: 'decision.delayed' },
  { names: ['Executed'], kind: 'decision.executed' },
  { names: ['Failed'], kind: 'decision.failed' },
  { names: ['NodeClaimLaunchFailed'], kind: 'node-claim.launch-failed' },
  { names: ['BreakGlass*', 'BrokenGlass*', 'BrokeGlass*'], kind: 'decision.break-glass' },
];

/**
 * The mapping of actions in the audit log. The first row that matches applies; an action without a
 * row is an `audit.recorded`.
 */
const auditSources: readonly EventSource[] = [
  // The history of the decision has the same, and is notified.
  { names: ['decision.*'], kind: null },
  { names: ['session.*', 'sign-in-link.*', 'disruption.simulate', 'cluster.recheck'], kind: null },
  { names: ['pause.*', 'brake.*', 'freeze.*', 'spend*', 'alert*'], kind: 'brake.changed' },
  { names: ['cluster.remove'], kind: 'cluster.removed' },
  { names: ['cluster.*'], kind: 'cluster.changed' },
  { names: ['definition.*'], kind: 'definition.changed' },
  { names: ['approval-policy.*', 'policy.*', 'standing-approval.*'], kind: 'policy.changed' },
  {
    names: ['user.*', 'api-token.*', 'team.*', 'role*', 'group*', 'identity*', 'federat*'],
    kind: 'access.changed',
  },
  { names: ['notification-delivery.*', 'chat-identity.*'], kind: null },
  { names: ['notification*'], kind: 'notification.changed' },
];

/** Severities of findings that are not warnings. */
const findingSeverities: { readonly [Code in FindingCode]?: NotificationSeverity } = {
  CLUSTER_UNREACHABLE: 'Critical',
  INTERRUPTION_QUEUE_UNREADABLE: 'Critical',
  OTHER_CONTROLLER: 'Critical',
  UNREGISTERED_TAINT_MISSING: 'Critical',
  DEFINITION_SHADOWED: 'Info',
  FIELD_WITHOUT_EFFECT: 'Info',
  FOREIGN_NODE_POOLS: 'Info',
};

/** Returns the kind of event for an entry in a decision's history; `null` if it is not notified. */
export const kindOfDecisionEvent = (name: string): NotificationEventKind | null =>
  kindOf(decisionSources, name, 'decision.updated');

/** Returns the kind of event for an entry of the audit log; `null` if it is not notified. */
export function kindOfAuditEntry({
  action,
  outcome,
}: Pick<AuditEntry, 'action' | 'outcome'>): NotificationEventKind | null {
  return outcome === 'Refused' ? 'access.refused' : kindOf(auditSources, action, 'audit.recorded');
}

/** Returns the severity of a new finding. */
export const severityOfFinding = (code: FindingCode): NotificationSeverity =>
  findingSeverities[code] ?? 'Warning';

function kindOf(
  sources: readonly EventSource[],
  name: string,
  otherwise: NotificationEventKind,
): NotificationEventKind | null {
  const source = sources.find(({ names }) => names.some((pattern) => matches(pattern, name)));
  return source === undefined ? otherwise : source.kind;
}

const matches = (pattern: string, name: string): boolean =>
  pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern;
