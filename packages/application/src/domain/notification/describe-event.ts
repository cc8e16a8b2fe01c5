import { type ClusterId, type Instant, usdText } from '@kerf/core';
import type { Decision, DecisionEvent, DecisionKind } from '../decision/decision.js';
import { kerfActor } from '../decision/decision.js';
import type { Finding } from '../finding/finding.js';
import type { AuditEntry } from '../identity/principal.js';
import { type Incident, type IncidentKind, incidentTerms } from '../incident/incident.js';
import type { Interruption, InterruptionKind } from '../interruption/interruption.js';
import { notificationKinds } from './event-kinds.js';
import { kindOfAuditEntry, kindOfDecisionEvent, severityOfFinding } from './event-sources.js';
import type { NewNotificationEvent, NotificationIncident } from './notification-event.js';

/** The cluster of an event. */
export interface EventCluster {
  readonly id: ClusterId;
  readonly name: string;
}

/** The facts of a decision that its events contain. */
export type DecisionFacts = Pick<
  Decision,
  'id' | 'kind' | 'version' | 'nodePools' | 'nodeCount' | 'podCount' | 'costChangeMicroUsdPerHour'
> & { readonly cluster: EventCluster };

/** Longest text of an event, in characters; a comment or a message may be longer. */
const maxTextLength = 1_000;

/** Returns the event for an entry in a decision's history; `null` if it is not notified. */
export function eventOfDecision(
  decision: DecisionFacts,
  { at, kind: name, actor, data }: Pick<DecisionEvent, 'at' | 'actor' | 'data'> & { kind: string },
): NewNotificationEvent | null {
  const kind = kindOfDecisionEvent(name);
  if (kind === null) return null;
  const { id, cluster, version } = decision;
  const texts = [planText(decision), data.nodeName, data.detail, data.comment];
  return {
    kind,
    severity: notificationKinds[kind].severity,
    at,
    clusterId: cluster.id,
    clusterName: cluster.name,
    nodePools: decision.nodePools,
    body: {
      title: `${decisionTitles[decision.kind]} in ${cluster.name}: ${stateTexts[name] ?? spaced(name)}`,
      text: textOf(texts),
      actor: actor === kerfActor ? null : actor,
      object: { kind: 'Decision', id, name: `${decision.kind} ${id}` },
      approval: kind === 'decision.approval-requested' ? { decisionId: id, version } : null,
      incident: incidentOfDecision(id, name),
    },
  };
}

const decisionTitles: Readonly<Record<DecisionKind, string>> = {
  Provision: 'Launch of nodes',
  Deprovision: 'Removal of nodes',
  Empty: 'Removal of empty nodes',
  Consolidate: 'Consolidation',
  Drift: 'Replacement of drifted nodes',
  Expire: 'Removal of expired nodes',
  Interrupt: 'Drain of interrupted nodes',
  Repair: 'Repair of nodes',
  Delete: 'Removal of deleted nodes',
};

const stateTexts: Readonly<Record<string, string>> = {
  ApprovalRequested: 'approval requested',
  ExecutionDelayed: 'delayed',
  NodeClaimLaunchFailed: 'a launch failed',
};

/** `ReminderSent` → `reminder sent`. */
const spaced = (name: string): string => name.replace(/(?<!^)([A-Z])/g, ' $1').toLowerCase();

function planText(decision: DecisionFacts): string {
  const { nodeCount, podCount, costChangeMicroUsdPerHour: change, nodePools } = decision;
  const counts = `${nodeCount} ${nodeCount === 1 ? 'node' : 'nodes'}, ${podCount} ${podCount === 1 ? 'pod' : 'pods'}`;
  const pools = nodePools.length === 0 ? '' : ` in ${nodePools.join(', ')}`;
  const cost = change === null ? '' : `, ${change > 0 ? '+' : ''}${usdText(change)}/h`;
  return `${counts}${pools}${cost}`;
}

const incidentActions: Readonly<Record<string, NotificationIncident['action']>> = {
  ApprovalRequested: 'Trigger',
  Failed: 'Trigger',
  Approved: 'Acknowledge',
  Rejected: 'Resolve',
  Expired: 'Resolve',
  Superseded: 'Resolve',
  Executed: 'Resolve',
};

function incidentOfDecision(id: string, name: string): NotificationIncident | null {
  const action = incidentActions[name];
  return action === undefined ? null : { key: `decision/${id}`, action };
}

/** Returns the event for an entry of the audit log; `null` if it is not notified. */
export function eventOfAuditEntry(
  entry: AuditEntry,
  cluster: EventCluster | null,
): NewNotificationEvent | null {
  const kind = kindOfAuditEntry(entry);
  if (kind === null) return null;
  const { object, actor, action, comment } = entry;
  const outcome = entry.outcome === 'Refused' ? ' refused' : '';
  return {
    kind,
    severity: notificationKinds[kind].severity,
    at: entry.at,
    clusterId: cluster?.id ?? null,
    clusterName: cluster?.name ?? null,
    nodePools: object.kind === 'NodePool' ? [object.name] : [],
    body: {
      title: `${action}${outcome}: ${object.kind} ${object.name}${cluster === null ? '' : ` in ${cluster.name}`}`,
      text: textOf([comment]),
      actor: actor.kind === 'Kerf' ? null : actor.name,
      object,
      approval: null,
      incident: null,
    },
  };
}

/** Returns the event for a new finding. */
export function eventOfFinding(
  { code, object, message, remedy, at }: Omit<Finding, 'clusterId'>,
  cluster: EventCluster,
): NewNotificationEvent {
  const event = findingEvent({ code, object }, cluster, at, 'Trigger');
  return { ...event, body: { ...event.body, text: textOf([message, remedy]) } };
}

/** Returns the event for a finding that is resolved. */
export const eventOfClearedFinding = (
  finding: Pick<Finding, 'code' | 'object'>,
  cluster: EventCluster,
  at: Instant,
): NewNotificationEvent => findingEvent(finding, cluster, at, 'Resolve');

function findingEvent(
  { code, object }: Pick<Finding, 'code' | 'object'>,
  { id, name }: EventCluster,
  at: Instant,
  action: 'Trigger' | 'Resolve',
): NewNotificationEvent {
  const isNew = action === 'Trigger';
  return {
    kind: isNew ? 'finding.opened' : 'finding.cleared',
    severity: isNew ? severityOfFinding(code) : 'Info',
    at,
    clusterId: id,
    clusterName: name,
    nodePools: object.startsWith('NodePool/') ? [object.slice('NodePool/'.length)] : [],
    body: {
      title: `${code}${isNew ? '' : ' resolved'}: ${object} in ${name}`,
      text: null,
      actor: null,
      object: { kind: 'Finding', id: `${code} ${object}`, name: code },
      approval: null,
      incident: { key: `finding/${id}/${code}/${object}`, action },
    },
  };
}

const incidentTitles: Readonly<Record<IncidentKind, string>> = {
  StaleCluster: 'Stale cluster',
  LaunchFailures: 'Launch failures',
  RegistrationFailures: 'Registration failures',
  InterruptionStorm: 'Interruption storm',
  SpendJump: 'Spend jump',
  BlockedDrain: 'Blocked drain',
  FrozenConsolidation: 'Frozen consolidation',
};

/** Returns the event for an incident that is opened, or closed if it has an end. */
export function eventOfIncident(
  { id, kind, object, nodePools, cause, remedy, endedAt }: Omit<Incident, 'clusterId'>,
  cluster: EventCluster,
  at: Instant,
): NewNotificationEvent {
  const isOpen = endedAt === null;
  const place = object.startsWith('Cluster/') ? '' : `: ${object}`;
  return {
    kind: isOpen ? 'incident.opened' : 'incident.closed',
    severity: isOpen ? incidentTerms[kind].severity : notificationKinds['incident.closed'].severity,
    at,
    clusterId: cluster.id,
    clusterName: cluster.name,
    nodePools,
    body: {
      title: `${incidentTitles[kind]}${isOpen ? '' : ' resolved'} in ${cluster.name}${place}`,
      text: isOpen ? textOf([cause, remedy]) : null,
      actor: null,
      object: { kind: 'Incident', id, name: kind },
      approval: null,
      incident: { key: `incident/${id}`, action: isOpen ? 'Trigger' : 'Resolve' },
    },
  };
}

const interruptionTitles: Readonly<Record<InterruptionKind, string>> = {
  SpotInterrupted: 'Spot interruption',
  RebalanceRecommended: 'Rebalance recommendation',
  ScheduledChange: 'Scheduled maintenance',
  InstanceStopped: 'Instance stopped',
  InstanceTerminated: 'Instance terminated',
  CapacityReservationInterrupted: 'Capacity reservation interruption',
};

/** Returns the event for an interruption warning of AWS. */
export function eventOfInterruption(
  interruption: Pick<
    Interruption,
    'id' | 'kind' | 'instanceId' | 'nodeName' | 'nodePool' | 'instanceType' | 'zone' | 'receivedAt'
  >,
  { id, name }: EventCluster,
): NewNotificationEvent {
  const { instanceId, nodeName, nodePool, instanceType, zone } = interruption;
  const place = [instanceType, zone].filter((part) => part !== null).join(', ');
  return {
    kind: 'interruption.received',
    severity: notificationKinds['interruption.received'].severity,
    at: interruption.receivedAt,
    clusterId: id,
    clusterName: name,
    nodePools: nodePool === null ? [] : [nodePool],
    body: {
      title: `${interruptionTitles[interruption.kind]} in ${name}: ${nodeName ?? instanceId}`,
      text: textOf([`Instance ${instanceId}${place === '' ? '' : ` (${place})`}`]),
      actor: null,
      object: { kind: 'Interruption', id: interruption.id, name: instanceId },
      approval: null,
      incident: null,
    },
  };
}

function textOf(parts: readonly (string | null | undefined)[]): string | null {
  const known = parts.filter((part) => part !== null && part !== undefined && part !== '');
  return known.length === 0 ? null : known.join('\n').slice(0, maxTextLength);
}
