import type { EngineSettings } from '../../model/cluster-snapshot.js';
import type { PodAffinityTerm, PodSpec, TopologySpreadConstraint } from '../../model/pod.js';
import type { NodeSelectorTerm } from '../../model/requirement-spec.js';
import type { Toleration } from '../../model/taint.js';
import { toleratePreferNoSchedule, tolerates } from '../../requirements/taints.js';

/** The preferences of a pod that hold in one attempt to place it. */
export interface PodPreferences {
  /** The remaining alternatives; the first is tried. */
  readonly requiredTerms: readonly NodeSelectorTerm[];
  /** Remaining preferred node affinity terms, highest weight first; the first counts as required. */
  readonly preferredTerms: readonly NodeSelectorTerm[];
  readonly podAffinity: readonly PodAffinityTerm[];
  readonly podAntiAffinity: readonly PodAffinityTerm[];
  readonly spread: readonly TopologySpreadConstraint[];
  readonly tolerations: readonly Toleration[];
}

/** How preferences are relaxed. */
export interface RelaxationPolicy {
  readonly preferences: EngineSettings['preferencePolicy'];
  /** True if some NodePool has a `PreferNoSchedule` taint, so that tolerating it can help. */
  readonly mayTolerate: boolean;
}

/**
 * Returns a pod's attempts, from all its preferences to none. Each relaxes one more: the first
 * required node affinity term while there is another, the preferred pod affinity, pod anti-affinity
 * and node affinity with the highest weight, a `ScheduleAnyway` spread, and at last
 * `PreferNoSchedule` taints.
 * Source: karpenter provisioning/scheduling/preferences.go @v1.14.1; differs: upstream relaxes
 * required alternatives before preferences and does not return to them, so that a pod whose last
 * alternative cannot be launched stays unscheduled. Here each is tried once more, without
 * preferences.
 */
export function attemptsOf(spec: PodSpec, policy: RelaxationPolicy): readonly PodPreferences[] {
  const attempts: PodPreferences[] = [];
  // `left` holds the affinity terms that may still be relaxed.
  const start = startOf(spec, policy.preferences === 'Respect');
  let left: PodPreferences | null = start;
  while (left !== null) {
    attempts.push({
      ...left,
      podAffinity: [...spec.podAffinity.required, ...left.podAffinity],
      podAntiAffinity: [...spec.podAntiAffinity.required, ...left.podAntiAffinity],
    });
    left = relax(left, policy.mayTolerate);
  }
  return [...attempts, ...relaxedAlternatives(start, attempts)];
}

/** Returns all alternatives except the last, without preferences; empty if nothing else was relaxed. */
function relaxedAlternatives(
  { requiredTerms }: PodPreferences,
  attempts: readonly PodPreferences[],
): readonly PodPreferences[] {
  const last = attempts.at(-1);
  if (last === undefined || attempts.length <= requiredTerms.length) return [];
  return requiredTerms.slice(0, -1).map((term) => ({ ...last, requiredTerms: [term] }));
}

function startOf(spec: PodSpec, respectsPreferences: boolean): PodPreferences {
  const { requiredNodeAffinity, topologySpread, tolerations } = spec;
  if (!respectsPreferences) {
    return {
      requiredTerms: requiredNodeAffinity,
      podAffinity: [],
      podAntiAffinity: [],
      preferredTerms: [],
      spread: topologySpread.filter((item) => item.whenUnsatisfiable === 'DoNotSchedule'),
      tolerations,
    };
  }
  return {
    requiredTerms: requiredNodeAffinity,
    podAffinity: heaviestFirst(spec.podAffinity.preferred),
    podAntiAffinity: heaviestFirst(spec.podAntiAffinity.preferred),
    preferredTerms: heaviestFirst(spec.preferredNodeAffinity),
    spread: topologySpread,
    tolerations,
  };
}

function relax(left: PodPreferences, mayTolerate: boolean): PodPreferences | null {
  if (left.requiredTerms.length > 1) return { ...left, requiredTerms: left.requiredTerms.slice(1) };
  if (left.podAffinity.length > 0) return { ...left, podAffinity: left.podAffinity.slice(1) };
  if (left.podAntiAffinity.length > 0) {
    return { ...left, podAntiAffinity: left.podAntiAffinity.slice(1) };
  }
  if (left.preferredTerms.length > 0) {
    return { ...left, preferredTerms: left.preferredTerms.slice(1) };
  }
  const soft = left.spread.findIndex((item) => item.whenUnsatisfiable === 'ScheduleAnyway');
  if (soft >= 0) return { ...left, spread: withoutSwapped(left.spread, soft) };
  if (!mayTolerate || left.tolerations.some(coversPreferNoSchedule)) return null;
  return { ...left, tolerations: [...left.tolerations, toleratePreferNoSchedule] };
}

/** The last one replaces the removed one: that determines which soft constraint is relaxed next. */
function withoutSwapped<T>(items: readonly T[], index: number): readonly T[] {
  const last = items.slice(-1);
  return [...items.slice(0, index), ...last, ...items.slice(index + 1, -1)].slice(
    0,
    items.length - 1,
  );
}

function coversPreferNoSchedule(toleration: Toleration): boolean {
  return (
    toleration.key === '' &&
    tolerates(toleration, { key: '', value: '', effect: 'PreferNoSchedule' })
  );
}

/** Sorts by weight, highest first; equal weights keep their order. */
function heaviestFirst<T>(items: readonly { readonly weight: number; readonly term: T }[]): T[] {
  return items.toSorted((a, b) => b.weight - a.weight).map(({ term }) => term);
}
