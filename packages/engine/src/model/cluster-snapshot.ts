import type { DurationMs, Instant } from '@kerf/core';
import type { CatalogGaps } from './catalog-gaps.js';
import type { DaemonSet } from './daemon-set.js';
import type { InstanceType } from './instance-type.js';
import type { Labels } from './labels.js';
import type { Node } from './node.js';
import type { NodePool } from './node-pool.js';
import type { Pod } from './pod.js';
import type { PodDisruptionBudget } from './pod-disruption-budget.js';

/** One frozen view of one cluster: all that a decision may depend on. */
export interface ClusterSnapshot {
  readonly clusterName: string;
  /** The only clock. */
  readonly now: Instant;
  /** The only source of chance. */
  readonly seed: number;
  /** Pods that wait, in any order. */
  readonly pods: readonly Pod[];
  readonly nodes: readonly Node[];
  readonly nodePools: readonly NodePool[];
  /** The instance types that each pool's NodeClass resolves to, by pool name. */
  readonly instanceTypesByNodePool: Readonly<Record<string, readonly InstanceType[]>>;
  /** What each pool's NodeClass leaves out of the region, by pool name; absent: not known. */
  readonly catalogGapsByNodePool?: Readonly<Record<string, CatalogGaps>>;
  readonly daemonSets: readonly DaemonSet[];
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[];
  readonly namespaces: readonly { readonly name: string; readonly labels: Labels }[];
  readonly settings: EngineSettings;
}

export interface EngineSettings {
  readonly preferencePolicy: 'Respect' | 'Ignore';
  readonly minValuesPolicy: 'Strict' | 'BestEffort';
  /** Spot nodes may be replaced by cheaper spot nodes. */
  readonly spotToSpotConsolidation: boolean;
  /** How long an uninitialized or fresh node counts as target of a pod after its nomination. */
  readonly nominationMs: DurationMs;
  /** Label keys that a pool may leave undefined because instance types fill them. */
  readonly wellKnownLabels: readonly string[];
}
