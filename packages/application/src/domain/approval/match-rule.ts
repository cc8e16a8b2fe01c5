import type { Instant } from '@kerf/core';
import type { Labels } from '@kerf/engine';
import {
  type ApprovalFacts,
  isOnlyPodWaiting,
  isStateful,
  namespaceOf,
  type PodFacts,
} from './approval-facts.js';
import type {
  ApprovalRule,
  LocalTimeOf,
  Range,
  RuleAction,
  RuleMatch,
  RuleSchedule,
} from './approval-policy.js';
import { matchesGlob } from './matches-glob.js';

/** When rules are matched, and how a time zone is read. */
export interface MatchTime {
  readonly at: Instant;
  readonly localTimeOf: LocalTimeOf;
}

/**
 * Returns why a rule does not match a decision: the first condition that does not hold; `null` if
 * the rule matches.
 */
export function whyNoMatch(
  { match, action, standing }: ApprovalRule,
  facts: ApprovalFacts,
  time: MatchTime,
): string | null {
  if (standing !== undefined && time.at >= standing.until) return 'its period has ended';
  return (
    listProblem('cluster', match.clusters, [facts.cluster], action) ??
    listProblem('kind', match.kinds, [facts.kind], action) ??
    listProblem('NodePool', match.nodePools, facts.nodePools, action) ??
    listProblem('team', match.teams, facts.teams, action) ??
    rangeProblem('saving', match.savingMicroUsdPerHour, facts.savingMicroUsdPerHour) ??
    rangeProblem('number of nodes', match.nodes, facts.nodes) ??
    rangeProblem('number of pods', match.pods, facts.pods.length) ??
    listProblem('capacity type', match.capacityTypes, facts.capacityTypes, action) ??
    podProblem(match, action, facts) ??
    waitProblem(match, action, facts) ??
    scheduleProblem(match.schedule, time)
  );
}

/** `Auto` is only for decisions of which every part is listed. */
function listProblem(
  what: string,
  listed: readonly string[] | undefined,
  values: readonly string[],
  { kind }: RuleAction,
): string | null {
  if (listed === undefined) return null;
  const isListed = (value: string) => listed.some((pattern) => matchesGlob(pattern, value));
  if (kind !== 'Auto') return values.some(isListed) ? null : `no ${what} is listed`;
  if (values.length === 0) return `it has no ${what}`;
  const other = values.find((value) => !isListed(value));
  return other === undefined ? null : `the ${what} ${other} is not listed`;
}

function rangeProblem(what: string, range: Range | undefined, value: number | null): string | null {
  if (range === undefined) return null;
  if (value === null) return `the ${what} is unknown`;
  if (range.min !== undefined && value < range.min) return `the ${what} is too low`;
  return range.max !== undefined && value > range.max ? `the ${what} is too high` : null;
}

function podProblem(match: RuleMatch, action: RuleAction, facts: ApprovalFacts): string | null {
  const { pods, labelSets } = facts;
  const has = {
    singleReplica: pods.some(({ replicas }) => replicas === 1),
    stateful: pods.some(isStateful),
    persistentVolumes: pods.some(({ persistentVolumes }) => persistentVolumes > 0),
  };
  return (
    flagProblem('the only pod of a workload', match.singleReplica, has.singleReplica) ??
    flagProblem('a pod of a StatefulSet', match.stateful, has.stateful) ??
    flagProblem('a pod with a volume', match.persistentVolumes, has.persistentVolumes) ??
    listProblem('namespace', match.namespaces, [...new Set(pods.map(namespaceOf))], action) ??
    labelProblem(match.podLabels, labelSets, action)
  );
}

/** A rule from before pods had to wait, or about anything, has not agreed to stop a workload. */
function waitProblem(
  { onlyPodWaits }: RuleMatch,
  { kind }: RuleAction,
  { pods }: Pick<ApprovalFacts, 'pods'>,
): string | null {
  const waiting = pods.find(isOnlyPodWaiting);
  if (onlyPodWaits !== undefined) {
    if (onlyPodWaits === (waiting !== undefined)) return null;
    return waiting === undefined
      ? 'the only pod of no workload would wait'
      : `${workloadOf(waiting)} would not run meanwhile`;
  }
  return kind === 'Auto' && waiting !== undefined
    ? `${workloadOf(waiting)} would not run meanwhile, and the rule does not say onlyPodWaits: true`
    : null;
}

const workloadOf = (facts: PodFacts): string =>
  facts.owner === '' ? `the pod ${facts.pod}` : `${facts.owner} in ${namespaceOf(facts)}`;

function flagProblem(what: string, wanted: boolean | undefined, has: boolean): string | null {
  if (wanted === undefined || wanted === has) return null;
  return has ? `it moves ${what}` : `it does not move ${what}`;
}

function labelProblem(
  wanted: Labels | undefined,
  labelSets: readonly Labels[],
  { kind }: RuleAction,
): string | null {
  if (wanted === undefined) return null;
  const hasAll = (labels: Labels) =>
    Object.entries(wanted).every(([key, value]) => labels[key] === value);
  if (kind !== 'Auto') return labelSets.some(hasAll) ? null : 'no pod has its labels';
  return labelSets.length > 0 && labelSets.every(hasAll) ? null : 'a pod lacks its labels';
}

function scheduleProblem(
  schedule: RuleSchedule | undefined,
  { at, localTimeOf }: MatchTime,
): string | null {
  if (schedule === undefined) return null;
  const now = localTimeOf(at, schedule.timeZone);
  if (now === null) return `the time zone ${schedule.timeZone} is unknown`;
  const { fromHour, untilHour, weekdays } = schedule;
  const isInHours =
    fromHour < untilHour
      ? now.hour >= fromHour && now.hour < untilHour
      : now.hour >= fromHour || now.hour < untilHour;
  if (!isInHours) return `it is ${now.hour}:00 in ${schedule.timeZone}`;
  return weekdays.length === 0 || weekdays.includes(now.weekday) ? null : `it is ${now.weekday}`;
}
