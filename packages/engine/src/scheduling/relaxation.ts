import type { EngineSettings } from '../model/cluster-snapshot.js';
import type { PodAffinityTerm, PodSpec, TopologySpreadConstraint } from '../model/pod.js';
import type { NodeSelectorTerm } from '../model/requirement-spec.js';
import type { Toleration } from '../model/taint.js';
import { toleratePreferNoSchedule, tolerates } from '../requirements/taints.js';

/** What of a pod's wishes holds in one attempt to place it. */
export interface PodPreferences {
  /** Alternatives that are left; the first is tried. */
  readonly requiredTerms: readonly NodeSelectorTerm[];
  /** Left preferences for nodes, heaviest first; the first is treated as required. */
  readonly preferredTerms: readonly NodeSelectorTerm[];
  readonly podAffinity: readonly PodAffinityTerm[];
  readonly podAntiAffinity: readonly PodAffinityTerm[];
  readonly spread: readonly TopologySpreadConstraint[];
  readonly tolerations: readonly Toleration[];
}

export interface RelaxationPolicy {
  readonly preferences: EngineSettings['preferencePolicy'];
  /** Some pool has a `PreferNoSchedule` taint, so tolerating it can help. */
  readonly mayTolerate: boolean;
}

/**
 * A pod's attempts, from all its wishes to the bare requirements. Each gives up one more thing:
 * the first required node affinity alternative while there is another, the heaviest preferred pod
 * affinity, pod anti-affinity and node affinity, a `ScheduleAnyway` spread, and at last the respect
 * for `PreferNoSchedule` taints.
 * Source: karpenter provisioning/scheduling/preferences.go @v1.14.1; differs: upstream gives the
 * alternatives up before the preferences and never comes back to them, so that a pod whose last
 * alternative cannot be bought stays without a node. Here each is tried once more, without preferences.
 */
export function attemptsOf(spec: PodSpec, policy: RelaxationPolicy): readonly PodPreferences[] {
  const attempts: PodPreferences[] = [];
  // Of the affinity terms, `left` holds those that may still be given up.
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
  return [...attempts, ...givenUpAlternatives(start, attempts)];
}

/** The alternatives but the last, with nothing beside them; none where nothing else was given up. */
function givenUpAlternatives(
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

/** The last one takes the place of the removed one: it decides which soft constraint goes next. */
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

/** Equal weights keep their order. */
export function heaviestFirst<T>(
  items: readonly { readonly weight: number; readonly term: T }[],
): T[] {
  return items.toSorted((a, b) => b.weight - a.weight).map(({ term }) => term);
}
