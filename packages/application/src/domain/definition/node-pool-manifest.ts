import type { ConsolidationPolicy, DisruptionReason, RequirementSpec, Taint } from '@kerf/engine';
import type { ObjectMetadata } from './object-metadata.js';

/**
 * `spec` of a `karpenter.sh/v1` NodePool with its defaults filled in, as Kerf stores and shows it.
 * Durations and quantities stay in the manifest's spelling; they were validated when it was read.
 */
export interface NodePoolManifest {
  readonly template: {
    readonly metadata: {
      readonly labels: Readonly<Record<string, string>>;
      readonly annotations: Readonly<Record<string, string>>;
    };
    readonly spec: {
      readonly nodeClassRef: NodeClassRef;
      readonly requirements: readonly RequirementManifest[];
      readonly taints: readonly Taint[];
      readonly startupTaints: readonly Taint[];
      /** A duration or `Never`. */
      readonly expireAfter: string;
      readonly terminationGracePeriod?: string;
    };
  };
  readonly disruption: {
    readonly consolidationPolicy: ConsolidationPolicy;
    /** A duration or `Never`. */
    readonly consolidateAfter: string;
    readonly budgets: readonly BudgetManifest[];
  };
  readonly limits: Readonly<Record<string, string>>;
  readonly weight?: number;
  readonly replicas?: number;
  /**
   * Minimum savings of a consolidation. In manifests and in clusters these are annotations of the
   * NodePool, so that the manifest stays one of Karpenter.
   */
  readonly minSaving?: MinSavingManifest;
  /** `metadata` of the object; absent if it has no labels and annotations of its author. */
  readonly objectMetadata?: ObjectMetadata;
}

/** Minimum savings as text; an absent value is that of the cluster's settings. */
export interface MinSavingManifest {
  /** US dollars. */
  readonly usdPerHour?: string;
  /** Minimum savings in percent of the price of the removed nodes, 0–100. */
  readonly percent?: string;
  /** US dollars for each pod that is moved. */
  readonly podMoveUsdPerHour?: string;
}

/** The node class that a NodePool references. */
export interface NodeClassRef {
  readonly group: string;
  readonly kind: string;
  readonly name: string;
}

/** An entry of `spec.template.spec.requirements`. */
export interface RequirementManifest {
  readonly key: string;
  readonly operator: RequirementSpec['operator'];
  readonly values?: readonly string[];
  readonly minValues?: number;
}

/** An entry of `spec.disruption.budgets`. */
export interface BudgetManifest {
  /** `10%` or a number of nodes. */
  readonly nodes: string;
  readonly schedule?: string;
  readonly duration?: string;
  readonly reasons?: readonly DisruptionReason[];
}
