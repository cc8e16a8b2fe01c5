import type { Incident, IncidentKind, NotificationSeverity } from '@kerf/application';
import { incidentTerms } from '@kerf/application';
import type { ClusterId, Instant } from '@kerf/core';
import type pg from 'pg';
import { Prisma } from '../generated/client.js';
import { toDate } from '../json.js';
import { computed, selected, text } from '../tables/columns.js';
import { incidentIdentity, incidents } from '../tables/incidents.js';
import { recordsOf } from '../tables/table.js';
import { allOf, whenSet } from './keyset.js';
import { RecordList } from './list-reader.js';
import { everythingVisible, type VisibleScope, visibleClusters, visibleRows } from './visible.js';

/** An incident as pages show it. */
export interface IncidentSummary extends Incident {
  readonly clusterName: string;
  readonly severity: NotificationSeverity;
}

export interface IncidentFilter {
  readonly clusterId?: ClusterId | null | undefined;
  readonly kinds?: readonly IncidentKind[] | null | undefined;
  readonly isOpen?: boolean | null | undefined;
  /** Incidents that are about one of these objects, or concern it. */
  readonly objects?: readonly string[] | null | undefined;
  /** Open incidents, and those that ended since then. */
  readonly endedFrom?: Instant | null | undefined;
}

const row = incidents.row.extend({ clusterName: computed(text, Prisma.sql`c.name`) });
const summary = row.transform(
  (each): IncidentSummary => ({ ...each, severity: incidentTerms[each.kind].severity }),
);

/** Pages of incidents, newest first. */
export class IncidentQueries extends RecordList<IncidentFilter, IncidentSummary> {
  constructor(pool: pg.Pool, scope: VisibleScope = everythingVisible) {
    super(pool, {
      name: 'incidents',
      id: Prisma.sql`i.id`,
      columns: selected(row.shape, 'i'),
      from: Prisma.sql`FROM incidents i JOIN clusters c ON c.id = i.cluster_id`,
      countFrom: Prisma.sql`FROM incidents i`,
      conditions,
      visible: () => visibleIncidents(scope),
      ...recordsOf(summary, incidentIdentity),
    });
  }
}

/**
 * Returns the conditions for incidents `i`: callers who see a part of the cluster see those of their
 * NodePools, and whether its state is known.
 */
export function visibleIncidents(scope: VisibleScope): readonly Prisma.Sql[] {
  const cluster = Prisma.sql`i.cluster_id`;
  const nodes = visibleRows(scope('node.read'), { cluster, nodePools: Prisma.sql`i.node_pools` });
  if (nodes.length === 0) return [];
  const clusters = visibleClusters(scope('cluster.read'), cluster);
  return [Prisma.sql`(i.kind = 'StaleCluster' AND ${allOf(clusters)} OR ${allOf(nodes)})`];
}

function conditions(filter: IncidentFilter): readonly Prisma.Sql[] {
  return [
    ...whenSet(filter.clusterId, (id) => Prisma.sql`i.cluster_id = ${id}`),
    ...whenSet(filter.kinds, (kinds) => Prisma.sql`i.kind = ANY(${kinds})`),
    ...whenSet(filter.isOpen, (isOpen) => Prisma.sql`(i.ended_at IS NULL) = ${isOpen}`),
    ...whenSet(filter.objects, (objects) => Prisma.sql`i.objects && ${objects}::text[]`),
    ...whenSet(
      filter.endedFrom,
      (at) => Prisma.sql`(i.ended_at IS NULL OR i.ended_at >= ${toDate(at)})`,
    ),
  ];
}
