import type { Database } from '../client.js';
import { ClusterQueries } from './clusters.js';
import { CostQueries } from './cost.js';
import { CostMetricQueries } from './cost-metrics.js';
import { DecisionQueries } from './decisions.js';
import { DefinitionQueries } from './definitions.js';
import { FleetEventQueries } from './fleet-events.js';
import { InterruptionQueries } from './interruptions.js';
import { MetricQueries } from './metrics.js';
import { NodeClaimQueries } from './node-claims.js';
import { NodeMetricQueries } from './node-metrics.js';
import { NodeQueries } from './nodes.js';
import { PodQueries } from './pods.js';
import { everythingVisible, type VisibleScope } from './visible.js';

export type ReadQueries = ReturnType<typeof createReadQueries>;

/** Creates the queries that the worker and several specs use; the API injects its own. `scope` limits what is found. */
export function createReadQueries(
  { pool }: Pick<Database, 'pool'>,
  scope: VisibleScope = everythingVisible,
) {
  return {
    clusters: new ClusterQueries(pool, scope),
    nodes: new NodeQueries(pool, scope),
    pods: new PodQueries(pool, scope),
    nodeClaims: new NodeClaimQueries(pool, scope),
    definitions: new DefinitionQueries(pool, scope),
    decisions: new DecisionQueries(pool, scope),
    metrics: new MetricQueries(pool),
    nodeMetrics: new NodeMetricQueries(pool),
    costMetrics: new CostMetricQueries(pool),
    interruptions: new InterruptionQueries(pool, scope),
    fleetEvents: new FleetEventQueries(pool, scope),
    cost: new CostQueries(pool, scope),
  };
}
