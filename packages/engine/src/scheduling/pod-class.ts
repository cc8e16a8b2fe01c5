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
import { attemptsOf, type PodWishes, type RelaxationPolicy } from './relaxation.js';

/** Pods of one kind: equal in everything that scheduling looks at. */
export interface PodClass {
  readonly index: number;
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
  readonly requirements: Requirements;
  /** Without preferences: they do not make domains unreachable. */
  readonly strict: Requirements;
  readonly tolerations: readonly Toleration[];
  readonly topology: PodTopology;
}

export interface PodClassContext {
  readonly table: RequirementsTable;
  readonly resources: ResourceSpace;
  readonly topology: Topology;
  readonly wellKnown: ReadonlySet<string>;
  readonly policy: RelaxationPolicy;
}

interface AttemptDraft {
  readonly wishes: PodWishes;
  readonly requirements: Requirements;
  readonly strict: Requirements;
  readonly own: readonly TopologyGroup[];
}

interface ClassDraft {
  readonly spec: PodSpec;
  readonly refusals: readonly Reason[];
  readonly attempts: readonly AttemptDraft[];
  readonly repels: readonly TopologyGroup[];
}

/** Compiles the classes of all waiting pods; the rules of all are known before any is finished. */
export function compilePodClasses(
  context: PodClassContext,
  specs: readonly PodSpec[],
): readonly PodClass[] {
  const drafts = specs.map((spec) => draftClass(context, spec));
  let attempts = 0;
  return drafts.map((draft, index) => {
    const { spec, refusals, repels } = draft;
    return {
      index,
      spec,
      requests: context.resources.vectorOf(spec.requests),
      refusals,
      attempts: draft.attempts.map((attempt) => finishAttempt(context, spec, attempt, attempts++)),
      volumeAlternatives:
        refusals.length > 0 ? [] : volumeAlternatives(context.table, spec.volumes),
      footprint: {
        countedBy: context.topology.countedBy(spec.namespace, spec.labels),
        repels,
      },
    };
  });
}

function draftClass(context: PodClassContext, spec: PodSpec): ClassDraft {
  const refusals = refusalsOf(spec, context.wellKnown);
  if (refusals.length > 0) return { spec, refusals, attempts: [], repels: [] };
  const wishes = attemptsOf(spec, context.policy);
  const sound = wishes.filter((item) => findContradiction(context.table, spec, item) === null);
  const last = wishes.at(-1);
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

function draftAttempt(
  { table, topology }: PodClassContext,
  spec: PodSpec,
  wishes: PodWishes,
): AttemptDraft {
  const selected = table.compile(selectorSpecs(spec.nodeSelector));
  const withTerm = (term: NodeSelectorTerm): Requirements =>
    table.join(selected, table.compile(term.matchExpressions));
  const [required] = wishes.requiredTerms;
  const strict = required === undefined ? selected : withTerm(required);
  const [preferred] = wishes.preferredTerms;
  const owner = {
    namespace: spec.namespace,
    labels: spec.labels,
    tolerations: wishes.tolerations,
    // All terms, also those that are given up: a rule counts the same pods in every attempt.
    nodeAlternatives:
      spec.requiredNodeAffinity.length === 0 ? [selected] : spec.requiredNodeAffinity.map(withTerm),
  };
  return {
    wishes,
    strict,
    requirements:
      preferred === undefined
        ? strict
        : table.join(strict, table.compile(preferred.matchExpressions)),
    own: topology.addRules(owner, wishes),
  };
}

function finishAttempt(
  { topology }: PodClassContext,
  spec: PodSpec,
  { wishes, requirements, strict, own }: AttemptDraft,
  id: number,
): PodAttempt {
  const { tolerations } = wishes;
  return { id, requirements, strict, tolerations, topology: topology.constraintsOf(spec, own) };
}
