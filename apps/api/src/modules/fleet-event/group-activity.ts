import {
  type DecisionEventKind,
  type DecisionKind,
  type InterruptionKind,
  isAtLeast,
  kerfActor,
  kindOfDecisionEvent,
  type NotificationSeverity,
  notificationKinds,
} from '@kerf/application';
import {
  type ClusterId,
  type DecisionId,
  type DurationMs,
  getOrCreate,
  type Instant,
  type InterruptionId,
  type MicroUsdPerHour,
} from '@kerf/core';
import type { FleetEvent } from '@kerf/db';
import type { activityKinds } from '../../contract/words.js';

export type ActivityKind = (typeof activityKinds)[number];

/** Everything that had one cause: a decision, or interruption notices that came together. */
export interface Activity {
  /** ID of the decision, or of the first notice. */
  readonly id: DecisionId | InterruptionId;
  readonly kind: ActivityKind;
  readonly severity: NotificationSeverity;
  readonly clusterId: ClusterId;
  readonly clusterName: string;
  readonly nodePools: readonly string[];
  readonly firstAt: Instant;
  readonly lastAt: Instant;
  /** Names of users and tokens, without Kerf itself. */
  readonly actors: readonly string[];
  readonly decisionId: DecisionId | null;
  readonly decisionKind: DecisionKind | null;
  /** The last step of the decision. */
  readonly decisionEvent: DecisionEventKind | null;
  readonly interruptionKind: InterruptionKind | null;
  /** Names of the interrupted nodes, sorted; those of a decision are looked up apart. */
  readonly nodeNames: readonly string[];
  readonly nodeCount: number;
  readonly podCount: number;
  /** Interrupted nodes that were drained in time. */
  readonly drainedNodes: number;
  /** Nodes that are still being drained. */
  readonly drainingNodes: number;
  /** Nodes whose pods were not evicted in time. */
  readonly lostNodes: number;
  readonly costChange: MicroUsdPerHour | null;
}

type Notice = Extract<FleetEvent, { readonly type: 'Interruption' }>;
type Step = Extract<FleetEvent, { readonly type: 'Decision' }>;

/** Notices of one kind in a cluster are of one cause if each comes within this time of the one before. */
const togetherMs: DurationMs = 10 * 60_000;

/**
 * Groups events by their cause, the latest first: the steps of a decision are one row, and so are
 * interruption notices that come together, with the decisions that drain their nodes.
 */
export function groupActivity(events: readonly FleetEvent[]): readonly Activity[] {
  const inOrder = events.toSorted((a, b) => a.at - b.at);
  const storms = groupNotices(inOrder.filter((event) => event.type === 'Interruption'));
  const drains = new Set(storms.flatMap((notices) => notices.map(({ decisionId }) => decisionId)));
  const steps = inOrder.filter((event) => event.type === 'Decision');
  const decisions = Map.groupBy(steps, ({ decisionId }) => decisionId);
  const rows = [
    ...storms.map(ofNotices),
    ...[...decisions.values()].map(ofDecision).filter(
      // A drain that failed is more than its notice says.
      (row) => row?.decisionEvent === 'Failed' || !drains.has(row?.decisionId ?? null),
    ),
  ];
  return rows.filter((row) => row !== null).toSorted((a, b) => b.lastAt - a.lastAt);
}

/** @param notices oldest first */
function groupNotices(notices: readonly Notice[]): readonly (readonly Notice[])[] {
  const open = new Map<string, Notice[]>();
  const groups: Notice[][] = [];
  for (const notice of notices) {
    const key = `${notice.clusterId} ${notice.interruptionKind}`;
    const before = open.get(key)?.at(-1);
    if (before === undefined || notice.at - before.at > togetherMs) open.delete(key);
    const group = getOrCreate(open, key, () => {
      const started: Notice[] = [];
      groups.push(started);
      return started;
    });
    group.push(notice);
  }
  return groups;
}

function ofNotices(notices: readonly Notice[]): Activity | null {
  const [first] = notices;
  const last = notices.at(-1);
  if (first === undefined || last === undefined) return null;
  // An instance may have several notices, e.g. a Spot interruption that is delivered again.
  const nodes = [
    ...new Map(notices.map((each) => [each.nodeName ?? each.interruptionId, each])).values(),
  ];
  const count = (outcome: Notice['outcome']): number =>
    nodes.filter((node) => node.outcome === outcome).length;
  const [draining, lost] = [count('Draining'), count('PodsLost')];
  return {
    id: first.interruptionId,
    kind: 'Interruption',
    severity: lost > 0 ? 'Critical' : draining > 0 ? 'Warning' : 'Info',
    clusterId: first.clusterId,
    clusterName: first.clusterName,
    nodePools: sortedNames(notices.flatMap(({ nodePools }) => nodePools)),
    firstAt: first.at,
    lastAt: last.at,
    actors: [],
    decisionId: null,
    decisionKind: null,
    decisionEvent: null,
    interruptionKind: first.interruptionKind,
    nodeNames: sortedNames(nodes.flatMap(({ nodeName }) => nodeName ?? [])),
    nodeCount: nodes.length,
    podCount: nodes.reduce((sum, { podCount }) => sum + podCount, 0),
    drainedNodes: count('Drained'),
    drainingNodes: draining,
    lostNodes: lost,
    costChange: null,
  };
}

/** Returns the kind of activity of a decision. */
export function activityKindOf(kind: DecisionKind): ActivityKind {
  if (kind === 'Provision') return 'Launch';
  return kind === 'Interrupt' ? 'Interruption' : 'Removal';
}

/** @param steps of one decision, oldest first */
function ofDecision(steps: readonly Step[]): Activity | null {
  const [first] = steps;
  const last = steps.at(-1);
  if (first === undefined || last === undefined) return null;
  const { decisionId, decisionKind, clusterId, clusterName, nodePools } = last;
  return {
    id: decisionId,
    kind: activityKindOf(decisionKind),
    severity: severityOf(steps, last),
    clusterId,
    clusterName,
    nodePools,
    firstAt: first.at,
    lastAt: last.at,
    actors: sortedNames(steps.flatMap(({ actor }) => (actor === kerfActor ? [] : [actor]))),
    decisionId,
    decisionKind,
    decisionEvent: last.event,
    interruptionKind: null,
    nodeNames: [],
    nodeCount: last.nodeCount,
    podCount: last.podCount,
    drainedNodes: 0,
    drainingNodes: 0,
    lostNodes: 0,
    costChange: last.costChangeMicroUsdPerHour,
  };
}

/** A launch that failed stays a warning; other steps no longer matter after the next one. */
function severityOf(steps: readonly Step[], last: Step): NotificationSeverity {
  const severities = steps
    .filter(({ event }) => event === last.event || event === 'NodeClaimLaunchFailed')
    .map(({ event }) => {
      const kind = kindOfDecisionEvent(event);
      return kind === null ? 'Info' : notificationKinds[kind].severity;
    });
  return severities.reduce((most, each) => (isAtLeast(each, most) ? each : most), 'Info');
}

const sortedNames = (names: readonly string[]): readonly string[] => [...new Set(names)].sort();
