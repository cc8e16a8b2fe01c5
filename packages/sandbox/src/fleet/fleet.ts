import type { Cluster } from '../kubernetes/create-cluster.js';
import type { World } from '../world/world.js';
import type { LoadSimulator } from './load/load-simulator.js';
import type { ClusterPlan } from './setup/cluster-plans.js';

/** The simulated clusters and AWS, as scenarios and the control API use them. */
export interface Fleet {
  readonly world: World;
  readonly clusters: readonly FleetCluster[];
  readonly loadSimulator: LoadSimulator;
}

export interface FleetCluster {
  readonly plan: ClusterPlan;
  readonly cluster: Cluster;
}
