import type { Reason } from '../explain/reason.js';
import type { PodSpec } from '../model/pod.js';
import type { NodeSelectorTerm } from '../model/requirement-spec.js';
import type { Toleration } from '../model/taint.js';
import type { Requirements, RequirementsTable } from '../requirements/requirements.js';
import { selectorSpecs } from '../resources/daemon-overhead.js';
import type { ResourceSpace, ResourceVector } from '../resources/resource-space.js';
import type { PodFootprint, PodTopology, Topology } from '../topology/topology.js';
import type { TopologyGroup } from '../topology/topology-group.js';
import { volumeAlternatives } from '../volumes/volume-alternatives.js';
import { findContradiction } from './contradiction.js';
import { refusalsOf } from './pod-validation.js';
import { attemptsOf, type PodPreferences, type RelaxationPolicy } from './relaxation.js';

/** Pods of one kind: equal in everything that scheduling looks at. */
export interface PodGroup {
  readonly index: number;
  /** Equal for classes that differ in what they request only. */
  readonly constraintSet: number;
  readonly spec: PodSpec;
  readonly requests: ResourceVector;
  /** What keeps such a pod from being tried at all; empty for a sound one. */
  readonly refusals: readonly Reason[];
  /** From all wishes to the bare requirements. */
  readonly attempts: readonly PodAttempt[];
  /** What its volumes ask of the node, one of them; empty when they may be anywhere. */
  readonly volumeAlternatives: readonly Requirements[];
  readonly footprint: PodFootprint;
}

/** One way to place a pod of a class. */
export interface PodAttempt {
  /** Counts over all attempts of all classes. */
  readonly id: number;
  /** Counts over the attempts of its class. */
  readonly position: number;
  readonly requirements: Requirements;
  /** Without preferences: they do not make domains unreachable. */
  readonly strict: Requirements;
  readonly tolerations: readonly Toleration[];
  readonly topology: PodTopology;
}

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
  readonly own: readonly TopologyGroup[];
}

interface ConstraintSetDraft {
  readonly spec: PodSpec;
  readonly refusals: readonly Reason[];
  readonly attempts: readonly AttemptDraft[];
  readonly repels: readonly TopologyGroup[];
}

/** What pods ask of nodes and of each other, whatever they request: few kinds make many classes. */
export interface ConstraintSets {
  /** One spec of each kind. */
  readonly specs: readonly PodSpec[];
  /** By spec: its kind. */
  readonly constraintSetOf: ReadonlyMap<PodSpec, number>;
}

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

/** Compiles the classes of all waiting pods; the rules of all are known before any is finished. */
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
  return podGroups;
}

function draftConstraintSet(context: PodGroupContext, spec: PodSpec): ConstraintSetDraft {
  const refusals = refusalsOf(spec, context.wellKnown);
  if (refusals.length > 0) return { spec, refusals, attempts: [], repels: [] };
  const preferences = attemptsOf(spec, context.policy);
  const sound = preferences.filter((item) => findContradiction(context.table, spec, item) === null);
  const last = preferences.at(-1);
  const contradiction =
    sound.length > 0 || last === undefined ? null : findContradiction(context.table, spec, last);
  if (contradiction !== null) return { spec, refusals: [contradiction], attempts: [], repels: [] };
  return {
    spec,
    refusals,
    attempts: sound.map((item) => draftAttempt(context, spec, item)),
    repels: context.topology.addRepelling(spec, spec.podAntiAffinity),
  };
}

type ConstraintSet = Pick<PodGroup, 'refusals' | 'volumeAlternatives' | 'footprint'> & {
  readonly attempts: readonly Omit<PodAttempt, 'id'>[];
};

function finishConstraintSet(
  { table, topology }: PodGroupContext,
  { spec, refusals, attempts, repels }: ConstraintSetDraft,
): ConstraintSet {
  return {
    refusals,
    attempts: attempts.map(({ preferences, requirements, strict, own }, position) => ({
      position,
      requirements,
      strict,
      tolerations: preferences.tolerations,
      topology: topology.constraintsOf(spec, own),
    })),
    volumeAlternatives: refusals.length > 0 ? [] : volumeAlternatives(table, spec.volumes),
    footprint: { countedBy: topology.countedBy(spec.namespace, spec.labels), repels },
  };
}

function draftAttempt(
  { table, topology }: PodGroupContext,
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
    // All terms, also those that are given up: a rule counts the same pods in every attempt.
    nodeAlternatives:
      spec.requiredNodeAffinity.length === 0 ? [selected] : spec.requiredNodeAffinity.map(withTerm),
  };
  return {
    preferences,
    strict,
    requirements:
      preferred === undefined
        ? strict
        : table.join(strict, table.compile(preferred.matchExpressions)),
    own: topology.addTerms(owner, preferences),
  };
}
