import type { FixtureDocument } from './oracle.js';

/**
 * A part of the constraint language, and the same cluster without it. Where a disagreement ends without
 * a part, that part takes part in it.
 */
export interface Ablation {
  readonly part: string;
  readonly without: (fixture: FixtureDocument) => unknown;
}

type Entry = readonly [name: string, value: unknown];

const preferred = 'preferredDuringSchedulingIgnoredDuringExecution';
const pods = (keep: (entry: Entry) => boolean) => (fixture: FixtureDocument) => ({
  ...fixture,
  podTemplates: prune(fixture['podTemplates'], keep),
});
const everywhere = (keep: (entry: Entry) => boolean) => (fixture: FixtureDocument) =>
  prune(fixture, keep);
const field = (name: string, value: unknown, [key, found]: Entry): boolean =>
  key === name && found === value;

/** From parts that few clusters have to parts that many have. */
export const ablations: readonly Ablation[] = [
  { part: 'reservations', without: everywhere(([, value]) => !has(value, 'reservationId')) },
  { part: 'a label that no pool defines', without: pods(isNotAboutTeam) },
  { part: 'affinity to pods', without: pods(([key]) => key !== 'podAffinity') },
  {
    part: 'preferences and soft rules',
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
  { part: 'anti-affinity to pods', without: pods(([key]) => key !== 'podAntiAffinity') },
  { part: 'daemons', without: (fixture) => ({ ...fixture, daemonSets: [] }) },
  { part: 'volumes', without: pods(([key]) => key !== 'volumes') },
  { part: 'limits', without: everywhere(([key]) => key !== 'limits') },
  { part: 'minValues', without: everywhere(([key]) => key !== 'minValues') },
];

function isNotAboutTeam([key, value]: Entry): boolean {
  return key !== 'team' && !hasField(value, 'key', 'team');
}

/** The document without the entries and items that are not kept. */
function prune(value: unknown, keep: (entry: Entry) => boolean): unknown {
  if (Array.isArray(value)) {
    return value.filter((item: unknown) => keep(['', item])).map((item) => prune(item, keep));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(keep)
      .map(([key, item]) => [key, prune(item, keep)]),
  );
}

function has(value: unknown, name: string): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, name);
}

function hasField(value: unknown, name: string, wanted: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some((entry) => field(name, wanted, entry));
}

function lengthOf(value: unknown): number {
  return Array.isArray(value) ? value.length : 0;
}
