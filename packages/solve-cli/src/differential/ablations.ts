import type { FixtureDocument } from './oracle.js';

/**
 * A part of the constraint language, and how to remove it from a cluster. If the engines agree without a
 * part, it is involved in the disagreement.
 */
export interface Ablation {
  readonly part: string;
  readonly without: (fixture: FixtureDocument) => unknown;
}

type Entry = readonly [name: string, value: unknown];

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const pods = (isKept: (entry: Entry) => boolean) => (fixture: FixtureDocument) => ({
  ...fixture,
  podTemplates: prune(fixture['podTemplates'], isKept),
});
const everywhere = (isKept: (entry: Entry) => boolean) => (fixture: FixtureDocument) =>
  prune(fixture, isKept);
const field = (name: string, value: unknown, [key, found]: Entry): boolean =>
  key === name && found === value;

/** Parts that few clusters have come first. */
export const ablations: readonly Ablation[] = [
  { part: 'reservations', without: everywhere(([, value]) => !has(value, 'reservationId')) },
  { part: 'a label that no NodePool defines', without: pods(isNotAboutTeam) },
  { part: 'pod affinity', without: pods(([key]) => key !== 'podAffinity') },
  {
    part: 'preferences and soft constraints',
    without: everywhere(
      ([key, value]) =>
        key !== preferred &&
        !hasField(value, 'whenUnsatisfiable', 'ScheduleAnyway') &&
        !hasField(value, 'effect', 'PreferNoSchedule'),
    ),
  },
  {
    part: 'alternatives of node affinity',
    without: pods(([key, value]) => key !== 'nodeSelectorTerms' || lengthOf(value) < 2),
  },
  {
    part: 'several spreads of one pod',
    without: pods(([key, value]) => key !== 'topologySpreadConstraints' || lengthOf(value) < 2),
  },
  { part: 'spreads', without: pods(([key]) => key !== 'topologySpreadConstraints') },
  { part: 'pod anti-affinity', without: pods(([key]) => key !== 'podAntiAffinity') },
  { part: 'daemons', without: (fixture) => ({ ...fixture, daemonSets: [] }) },
  { part: 'volumes', without: pods(([key]) => key !== 'volumes') },
  { part: 'limits', without: everywhere(([key]) => key !== 'limits') },
  { part: 'minValues', without: everywhere(([key]) => key !== 'minValues') },
];

function isNotAboutTeam([key, value]: Entry): boolean {
  return key !== 'team' && !hasField(value, 'key', 'team');
}

/** Returns the document without the entries and items that are not kept. */
function prune(value: unknown, isKept: (entry: Entry) => boolean): unknown {
  if (Array.isArray(value)) {
    return value.filter((item: unknown) => isKept(['', item])).map((item) => prune(item, isKept));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(isKept)
      .map(([key, item]) => [key, prune(item, isKept)]),
  );
}

function has(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function hasField(value: unknown, name: string, expected: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some((entry) => field(name, expected, entry));
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
