import type { ClusterId, DecisionId, Instant } from '@kerf/core';
import type { ClusterMode, DisruptionPlan } from '@kerf/engine';
import type { Pass } from '../domain/cluster/cluster-revision.js';
import type { BlockersOfPass } from '../domain/decision/node-blockers.js';
import { PerCluster } from './per-cluster.js';

/**
 * The plan of the last disruption evaluation. Until `validUntil`, an evaluation of the same state
 * would give the same plan.
 */
export interface RememberedPlan {
  readonly plan: DisruptionPlan;
  readonly stateDigest: string;
  /** Number of evaluations before the first one of this state that the plan builds on. */
  readonly evaluationsBefore: number;
  /** `null` while an evaluation of the same state may find more. */
  readonly validUntil: Instant | null;
}

/** Work whose last pass is remembered. */
export type PassOf = 'cost' | 'disruption' | 'settled';

/** The state that was solved last, and what came of it. */
export interface SolvedState {
  readonly stateDigest: string;
  readonly at: Instant;
  readonly mode: ClusterMode;
  /** The decision to launch nodes; `null` if no nodes were needed. */
  readonly decisionId: DecisionId | null;
  /** Whether nodes were launched, not only proposed in mode `observe`. */
  readonly launches: boolean;
}

interface Remembered {
  plan: RememberedPlan | null;
  solved: SolvedState | null;
  blockers: BlockersOfPass;
  readonly passes: Map<PassOf, Pass>;
}

/**
 * The last plans of a cluster, and the passes that need not be repeated. They may be forgotten: the next pass
 * looks at everything, and comes to the same plans.
 */
export class LastPlans {
  readonly #clusters = new PerCluster(
    (): Remembered => ({
      plan: null,
      solved: null,
      blockers: { blockers: new Map(), evaluations: new Map() },
      passes: new Map(),
    }),
  );

  /** Returns the last plan, whether it is still valid or not; `null` before the first. */
  last(clusterId: ClusterId): RememberedPlan | null {
    return this.#clusters.of(clusterId).plan;
  }

  remember(clusterId: ClusterId, plan: RememberedPlan): void {
    this.#clusters.of(clusterId).plan = plan;
  }

  /** Returns the plan for exactly this state if it is still valid; otherwise `null`. */
  recall(clusterId: ClusterId, stateDigest: string, now: Instant): DisruptionPlan | null {
    const { plan } = this.#clusters.of(clusterId);
    const holds = plan?.stateDigest === stateDigest && now < (plan.validUntil ?? now);
    return plan !== null && holds ? plan.plan : null;
  }

  setBlockers(clusterId: ClusterId, blockers: BlockersOfPass): void {
    this.#clusters.of(clusterId).blockers = blockers;
  }

  /** Returns why nodes were not disrupted in the last pass. */
  blockers(clusterId: ClusterId): BlockersOfPass {
    return this.#clusters.of(clusterId).blockers;
  }

  /** Returns the last complete pass of some work; `null` before the first. */
  lastPass(clusterId: ClusterId, work: PassOf): Pass | null {
    return this.#clusters.of(clusterId).passes.get(work) ?? null;
  }

  setPass(clusterId: ClusterId, work: PassOf, pass: Pass): void {
    this.#clusters.of(clusterId).passes.set(work, pass);
  }

  /** Forgets the last pass, so that the next one looks at everything. */
  forgetPass(clusterId: ClusterId, work: PassOf): void {
    this.#clusters.of(clusterId).passes.delete(work);
  }

  /** Returns the state that was solved last; `null` before the first. */
  lastSolved(clusterId: ClusterId): SolvedState | null {
    return this.#clusters.of(clusterId).solved;
  }

  /** Returns true when the last solve was of exactly this state. */
  wasSolved(clusterId: ClusterId, stateDigest: string): boolean {
    return this.#clusters.of(clusterId).solved?.stateDigest === stateDigest;
  }

  setSolved(clusterId: ClusterId, solved: SolvedState): void {
    this.#clusters.of(clusterId).solved = solved;
  }

  forget(clusterId: ClusterId): void {
    this.#clusters.forget(clusterId);
  }
}
