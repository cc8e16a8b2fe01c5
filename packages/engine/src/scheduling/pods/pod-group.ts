import { labelKeys } from '@kerf/core';
import type { PodSpec } from '../../model/pod.js';
import type { Reason } from '../../model/reason.js';
import type { NodeSelectorTerm } from '../../model/requirement-spec.js';
import type { Toleration } from '../../model/taint.js';
import type { Requirements, RequirementsTable } from '../../requirements/requirements.js';
import { selectorSpecs } from '../../resources/daemon-overhead.js';
import type { ResourceSpace, ResourceVector } from '../../resources/resource-space.js';
import type { PodTopology, PodTopologyGroups, Topology } from '../../topology/topology.js';
import type { TopologyGroup } from '../../topology/topology-group.js';
import { volumeAlternatives } from '../../volumes/volume-alternatives.js';
import { findContradiction } from './contradiction.js';
import { needsRunningNode, validatePod } from './pod-validation.js';
import { attemptsOf, type PodPreferences, type RelaxationPolicy } from './relaxation.js';

/** Pods that are equal in everything that scheduling depends on. */
export interface PodGroup {
  readonly index: number;
  /** Equal for pod groups that differ only in their requests and priority. */
  readonly constraintSet: number;
  readonly spec: PodSpec;
  readonly requests: ResourceVector;
  /** Why no new node can be for such pods; empty if one can. A node that runs may take them. */
  readonly refusals: readonly Reason[];
  /** The attempts to place such a pod, from all preferences to none; empty if no node can take it. */
  readonly attempts: readonly PodAttempt[];
  /** Alternative requirements of its volumes on the node; empty if every node can attach them. */
  readonly volumeAlternatives: readonly Requirements[];
  readonly topologyGroups: PodTopologyGroups;
}

/** One attempt to place a pod of a pod group. */
export interface PodAttempt {
  /** Index over all attempts of all pod groups. */
  readonly id: number;
  /** Index over the attempts of its pod group. */
  readonly position: number;
  readonly requirements: Requirements;
  /** Requirements without preferences: preferences do not make domains unreachable. */
  readonly strict: Requirements;
  /** True if no new node can satisfy {@link strict}; a node that runs may. */
  readonly needsRunningNode: boolean;
  readonly tolerations: readonly Toleration[];
  readonly topology: PodTopology;
}

/** Input for compiling pod groups. */
export interface PodGroupContext {
  readonly table: RequirementsTable;
  readonly resources: ResourceSpace;
  readonly topology: Topology;
  readonly wellKnown: ReadonlySet<string>;
  readonly policy: RelaxationPolicy;
}

interface AttemptDraft {
  readonly preferences: PodPreferences;
  readonly requirements: Requirements;
  readonly strict: Requirements;
  readonly needsRunningNode: boolean;
  readonly own: readonly TopologyGroup[];
}

interface ConstraintSetDraft {
  readonly spec: PodSpec;
  readonly refusals: readonly Reason[];
  readonly attempts: readonly AttemptDraft[];
  readonly antiAffinities: readonly TopologyGroup[];
}

/**
 * The distinct constraints of pods without their requests: a few constraint sets make many pod
 * groups.
 */
export interface ConstraintSets {
  /** One spec of each constraint set. */
  readonly specs: readonly PodSpec[];
  /** The constraint set of each spec, by index. */
  readonly constraintSetOf: ReadonlyMap<PodSpec, number>;
}

/** Returns the constraint sets of the specs. */
export function constraintSetsOf(specs: readonly PodSpec[]): ConstraintSets {
  const constraintSets = new Map<string, number>();
  const firsts: PodSpec[] = [];
  const constraintSetOf = new Map<PodSpec, number>();
  for (const spec of specs) {
    const text = JSON.stringify({ ...spec, key: '', requests: {}, priority: 0 });
    let constraintSet = constraintSets.get(text);
    if (constraintSet === undefined) {
      constraintSet = firsts.push(spec) - 1;
      constraintSets.set(text, constraintSet);
    }
    constraintSetOf.set(spec, constraintSet);
  }
  return { specs: firsts, constraintSetOf };
}

/**
 * Returns the pod groups of all pending pods. The constraints of all are added before any group is
 * completed.
 */
export function compilePodGroups(
  context: PodGroupContext,
  { specs, constraintSetOf }: ConstraintSets,
): readonly PodGroup[] {
  const drafts = specs.map((spec) => draftConstraintSet(context, spec));
  const constraintSets = drafts.map((draft) => finishConstraintSet(context, draft));
  const podGroups: PodGroup[] = [];
  let attempts = 0;
  for (const [spec, constraintSet] of constraintSetOf) {
    const shared = constraintSets[constraintSet];
    if (shared === undefined) continue;
    podGroups.push({
      ...shared,
      index: podGroups.length,
      constraintSet,
      spec,
      requests: context.resources.vectorOf(spec.requests),
      attempts: shared.attempts.map((attempt) => ({ ...attempt, id: attempts++ })),
    });
  }
  for (const podGroup of podGroups) {
    for (const { topology } of podGroup.attempts) context.topology.addReach(topology, podGroup);
  }
  return podGroups;
}

function draftConstraintSet(context: PodGroupContext, spec: PodSpec): ConstraintSetDraft {
  const { refusals, satisfiable } = validatePod(spec, context.wellKnown);
  if (satisfiable === null) return withoutAttempts(spec, refusals);
  const preferences = attemptsOf(satisfiable, context.policy);
  const contradictions = preferences.map((item) => findContradiction(context.table, spec, item));
  const consistent = preferences.filter((_, index) => contradictions[index] === null);
  const contradiction = contradictions.at(-1) ?? null;
  if (consistent.length === 0 && contradiction !== null) {
    return withoutAttempts(spec, [...refusals, contradiction]);
  }
  return {
    spec,
    refusals,
    attempts: consistent.map((item) => draftAttempt(context, satisfiable, item)),
    antiAffinities: context.topology.addAntiAffinities(spec, spec.podAntiAffinity),
  };
}

function withoutAttempts(spec: PodSpec, refusals: readonly Reason[]): ConstraintSetDraft {
  return { spec, refusals, attempts: [], antiAffinities: [] };
}

type ConstraintSet = Pick<PodGroup, 'refusals' | 'volumeAlternatives' | 'topologyGroups'> & {
  readonly attempts: readonly Omit<PodAttempt, 'id'>[];
};

function finishConstraintSet(
  { table, topology }: PodGroupContext,
  { spec, refusals, attempts, antiAffinities }: ConstraintSetDraft,
): ConstraintSet {
  return {
    refusals,
    attempts: attempts.map(({ preferences, own, ...attempt }, position) => ({
      ...attempt,
      position,
      tolerations: preferences.tolerations,
      topology: topology.constraintsOf(spec, own),
    })),
    volumeAlternatives: attempts.length === 0 ? [] : volumeAlternatives(table, spec.volumes),
    topologyGroups: {
      countedBy: topology.countedBy(spec.namespace, spec.labels),
      antiAffinities,
    },
  };
}

function draftAttempt(
  { table, topology, wellKnown }: PodGroupContext,
  spec: PodSpec,
  preferences: PodPreferences,
): AttemptDraft {
  const selected = table.compile(selectorSpecs(spec.nodeSelector));
  const withTerm = (term: NodeSelectorTerm): Requirements =>
    table.join(selected, table.compile(term.matchExpressions));
  const [required] = preferences.requiredTerms;
  const strict = required === undefined ? selected : withTerm(required);
  const [preferred] = preferences.preferredTerms;
  const owner = {
    namespace: spec.namespace,
    labels: spec.labels,
    tolerations: preferences.tolerations,
    // All terms, including relaxed ones: a constraint counts the same pods in every attempt.
    nodeAlternatives:
      spec.requiredNodeAffinity.length === 0 ? [selected] : spec.requiredNodeAffinity.map(withTerm),
    spreadLabels: spreadLabelsOf(table, spec),
  };
  return {
    preferences,
    strict,
    needsRunningNode: required !== undefined && needsRunningNode(required, wellKnown),
    requirements:
      preferred === undefined
        ? strict
        : table.join(strict, table.compile(preferred.matchExpressions)),
    own: topology.addTerms(owner, preferences),
  };
}

/**
 * Source: Kubernetes pkg/scheduler/framework/plugins/podtopologyspread/filtering.go
 * calPreFilterState: nodes that lack the label of one of the required spreads count for none.
 * @remarks Differs from karpenter, where they count for the others.
 */
function spreadLabelsOf(
  table: RequirementsTable,
  { topologySpread }: PodSpec,
): Requirements | null {
  const required = topologySpread.filter(
    ({ whenUnsatisfiable }) => whenUnsatisfiable === 'DoNotSchedule',
  );
  const labels = new Set(required.map(({ topologyKey }) => topologyKey));
  labels.delete(labelKeys.hostname);
  if (labels.size < 2) return null;
  return table.compile(
    [...labels].map((key) => ({ key, operator: 'Exists', values: [], minValues: null })),
  );
}
