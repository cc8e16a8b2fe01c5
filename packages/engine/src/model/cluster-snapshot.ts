import type { DurationMs, Instant } from '@kerf/core';
import type { CatalogGaps } from './catalog-gaps.js';
import type { DaemonSet } from './daemon-set.js';
import type { DeviceSelections } from './device.js';
import type { InstanceType } from './instance-type.js';
import type { Labels } from './labels.js';
import type { MinSaving } from './min-saving.js';
import type { Node } from './node.js';
import type { DisruptionReason, NodePool } from './node-pool.js';
import type { Pod } from './pod.js';
import type { PodDisruptionBudget } from './pod-disruption-budget.js';

/** An immutable view of one cluster: everything that a decision may depend on. */
export interface ClusterSnapshot {
  readonly clusterName: string;
  /** The only clock. */
  readonly now: Instant;
  /** The only source of randomness. */
  readonly seed: number;
  /** Pending pods, in any order. */
  readonly pods: readonly Pod[];
  readonly nodes: readonly Node[];
  readonly nodePools: readonly NodePool[];
  /** The instance types that each pool's NodeClass resolves to, by pool name. */
  readonly instanceTypesByNodePool: Readonly<Record<string, readonly InstanceType[]>>;
  /**
   * The part of the region that each NodePool's NodeClass cannot launch, by NodePool name; absent
   * if unknown.
   */
  readonly catalogGapsByNodePool?: Readonly<Record<string, CatalogGaps>>;
  readonly daemonSets: readonly DaemonSet[];
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[];
  readonly namespaces: readonly { readonly name: string; readonly labels: Labels }[];
  readonly settings: EngineSettings;
  /** The devices that claims of pods select; absent if no pod has claims. */
  readonly deviceSelections?: DeviceSelections;
}

/** Settings of the engine. Source: karpenter operator/options @v1.14.1. */
export interface EngineSettings {
  readonly preferencePolicy: 'Respect' | 'Ignore';
  readonly minValuesPolicy: 'Strict' | 'BestEffort';
  /** If true, spot nodes may be replaced by cheaper spot nodes. */
  readonly spotToSpotConsolidation: boolean;
  /**
   * The reasons for which a node may be removed before its replacement, where none can be launched
   * before it is gone.
   */
  readonly terminateFirst: readonly DisruptionReason[];
  readonly minSaving: MinSaving;
  /**
   * Most nodes that one consolidation may launch; 1 as in Karpenter. With more, nodes are also
   * removed whose pods need several cheaper ones.
   */
  readonly maxReplacements: number;
  /** How long a node counts as the target of a pod after its nomination. */
  readonly nominationMs: DurationMs;
  /** Label keys that a NodePool may leave undefined because instance types set them. */
  readonly wellKnownLabels: readonly string[];
}
