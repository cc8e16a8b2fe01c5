import type { DurationMs, MicroUsdPerHour } from '@kerf/core';
import type { Labels } from '@kerf/engine';
import type { ApprovableKind } from './approval-policy.js';

/**
 * The facts of a decision that rules match. They are computed when the decision is made and stored
 * with it, so that another policy can be tried on past decisions.
 */
export interface ApprovalFacts {
  readonly cluster: string;
  readonly kind: ApprovableKind;
  readonly nodePools: readonly string[];
  /** Names of the teams that own the NodePools. */
  readonly teams: readonly string[];
  /** `null` if unknown, or if the decision is not made to save cost. */
  readonly savingMicroUsdPerHour: MicroUsdPerHour | null;
  readonly nodes: number;
  readonly capacityTypes: readonly string[];
  readonly pods: readonly PodFacts[];
  /** The different labels of the pods; {@link PodFacts.labelSet} is an index of this list. */
  readonly labelSets: readonly Labels[];
}

/** A pod that a decision moves. */
export interface PodFacts {
  readonly podUid: string;
  /** `namespace/name`. */
  readonly pod: string;
  readonly from: string;
  /** E.g. `StatefulSet/db`; empty without an owner. */
  readonly owner: string;
  /** Number of pods of the owner in the cluster; 1 without an owner. */
  readonly replicas: number;
  readonly persistentVolumes: number;
  readonly gracePeriodMs: DurationMs;
  /** The PodDisruptionBudget with the fewest allowed disruptions; `null` without one. */
  readonly budget: { readonly name: string; readonly headroom: number } | null;
  readonly labelSet: number;
  /** Set if it has no place before its node is gone. */
  readonly waits?: true;
}

/** Returns the namespace of a pod. */
export const namespaceOf = ({ pod }: Pick<PodFacts, 'pod'>): string =>
  pod.slice(0, pod.indexOf('/'));

/** Returns true if the pod is the only one of its workload, which runs nowhere while it waits. */
export const isOnlyPodWaiting = ({ waits, replicas }: PodFacts): boolean =>
  waits === true && replicas === 1;

/** Returns true if a StatefulSet owns the pod. */
export const isStateful = ({ owner }: Pick<PodFacts, 'owner'>): boolean =>
  owner.startsWith('StatefulSet/');
