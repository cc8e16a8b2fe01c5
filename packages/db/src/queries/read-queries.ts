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

export type ReadQueries = ReturnType<typeof createReadQueries>;

/** Creates the queries that the worker and several specs use; the API injects its own. */
export function createReadQueries({ pool }: Pick<Database, 'pool'>) {
  return {
    clusters: new ClusterQueries(pool),
    nodes: new NodeQueries(pool),
    pods: new PodQueries(pool),
    nodeClaims: new NodeClaimQueries(pool),
    definitions: new DefinitionQueries(pool),
    decisions: new DecisionQueries(pool),
    metrics: new MetricQueries(pool),
    nodeMetrics: new NodeMetricQueries(pool),
    costMetrics: new CostMetricQueries(pool),
    interruptions: new InterruptionQueries(pool),
    fleetEvents: new FleetEventQueries(pool),
    cost: new CostQueries(pool),
  };
}
