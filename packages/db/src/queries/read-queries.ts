import type { Database } from '../client.js';
import { AuditQueries } from './audit-entries.js';
import { ClusterQueries } from './clusters.js';
import { CostQueries } from './cost.js';
import { DecisionQueries } from './decisions.js';
import { DefinitionQueries } from './definitions.js';
import { FleetEventQueries } from './fleet-events.js';
import { InterruptionQueries } from './interruptions.js';
import { MetricQueries } from './metrics.js';
import { NodeClaimQueries } from './node-claims.js';
import { NodeQueries } from './nodes.js';
import { PodQueries } from './pods.js';

export type ReadQueries = ReturnType<typeof createReadQueries>;

/** Creates all queries of one database, for callers without dependency injection. */
export function createReadQueries({ pool }: Pick<Database, 'pool'>) {
  return {
    clusters: new ClusterQueries(pool),
    nodes: new NodeQueries(pool),
    pods: new PodQueries(pool),
    nodeClaims: new NodeClaimQueries(pool),
    definitions: new DefinitionQueries(pool),
    decisions: new DecisionQueries(pool),
    audit: new AuditQueries(pool),
    metrics: new MetricQueries(pool),
    interruptions: new InterruptionQueries(pool),
    fleetEvents: new FleetEventQueries(pool),
    cost: new CostQueries(pool),
  };
}
