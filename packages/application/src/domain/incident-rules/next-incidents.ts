import type { DurationMs, Instant } from '@kerf/core';
import {
  type Incident,
  type IncidentKind,
  incidentKinds,
  incidentTerms,
  maxIncidentObjects,
} from '../incident/incident.js';
import { launchFailures, registrationFailures } from './failure-rules.js';
import { blockedDrain, frozenConsolidation } from './finding-rules.js';
import type { Detection, IncidentFacts } from './incident-facts.js';
import { interruptionStorm } from './interruption-storm.js';
import { spendJump } from './spend-jump.js';
import { staleCluster } from './stale-cluster.js';

/** Returns the problems of one kind that a cluster has now. */
type IncidentRule = (facts: IncidentFacts, now: Instant) => readonly Detection[];

const rules: Readonly<Record<IncidentKind, IncidentRule>> = {
  StaleCluster: staleCluster,
  LaunchFailures: launchFailures,
  RegistrationFailures: registrationFailures,
  InterruptionStorm: interruptionStorm,
  SpendJump: spendJump,
  BlockedDrain: blockedDrain,
  FrozenConsolidation: frozenConsolidation,
};

/** How often an unchanged incident is saved as seen. */
const seenEveryMs: DurationMs = 60_000;

/** A problem for which an incident is to be opened. */
export type NewIncident = Omit<Incident, 'id' | 'clusterId' | 'lastSeenAt' | 'endedAt' | 'version'>;

/** The changes of a cluster's incidents. */
export interface IncidentChanges {
  readonly opened: readonly NewIncident[];
  /** Open incidents to save: seen again, or closed. */
  readonly changed: readonly Incident[];
}

/**
 * Returns what changes about the incidents of a cluster. An incident opens when its rule says so, and
 * closes when its problem has not been seen for the time of its kind.
 * @param open the open incidents of the cluster
 */
export function nextIncidents(
  facts: IncidentFacts,
  open: readonly Incident[],
  now: Instant,
): IncidentChanges {
  const opened: NewIncident[] = [];
  const changed: Incident[] = [];
  for (const kind of incidentKinds) {
    const detections = new Map(rules[kind](facts, now).map((each) => [each.object, each]));
    const ofKind = open.filter((incident) => incident.kind === kind);
    changed.push(...ofKind.flatMap((one) => changeOf(one, detections.get(one.object), now)));
    const known = new Set(ofKind.map(({ object }) => object));
    for (const { opens, ...detection } of detections.values()) {
      if (opens && !known.has(detection.object)) opened.push({ kind, ...detection });
    }
  }
  return { opened, changed };
}

function changeOf(
  incident: Incident,
  detection: Detection | undefined,
  now: Instant,
): readonly Incident[] {
  const { kind, lastSeenAt } = incident;
  if (detection === undefined) {
    const isOver = now - lastSeenAt >= incidentTerms[kind].quietMs;
    return isOver ? [{ ...incident, endedAt: lastSeenAt }] : [];
  }
  if (now - lastSeenAt < seenEveryMs) return [];
  const objects = union(incident.objects, detection.objects).slice(0, maxIncidentObjects);
  const nodePools = union(incident.nodePools, detection.nodePools).toSorted();
  // The text stays that of the last moment at which it would have opened.
  const { cause, remedy } = detection.opens ? detection : incident;
  return [{ ...incident, objects, nodePools, cause, remedy, lastSeenAt: now }];
}

const union = (a: readonly string[], b: readonly string[]): readonly string[] => [
  ...new Set([...a, ...b]),
];
