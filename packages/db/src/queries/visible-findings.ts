import type { FindingCode } from '@kerf/application';
import { Prisma } from '../generated/client.js';
import { allOf } from './keyset.js';
import { type VisibleScope, visibleRows } from './visible.js';

/** Findings about the whole cluster that name none of its objects. */
const clusterCodes: readonly FindingCode[] = [
  'CATALOG_STALE',
  'CLOCK_SKEWED',
  'CLUSTER_UNREACHABLE',
  'INTERRUPTION_QUEUE_UNREADABLE',
  'KIND_UNREADABLE',
  'OTHER_CONTROLLER',
  'PRICES_STALE',
  'WATCH_SILENT',
  'ZONE_SHIFTED',
];

/**
 * Returns the conditions for findings `f`: callers who see a part of the cluster see those about
 * the cluster, its EC2NodeClasses and their own NodePools, nodes, NodeClaims and decisions.
 */
export function visibleFindings(scope: VisibleScope): readonly Prisma.Sql[] {
  const name = Prisma.sql`substring(f.object FROM position('/' IN f.object) + 1)`;
  const nodePool = Prisma.sql`(CASE split_part(f.object, '/', 1)
    WHEN 'NodePool' THEN ${name}
    WHEN 'Node' THEN (SELECT n.node_pool FROM node_rows n
      WHERE n.cluster_id = f.cluster_id AND n.name = ${name})
    WHEN 'NodeClaim' THEN (SELECT k.node_pool FROM node_claims k
      WHERE k.cluster_id = f.cluster_id AND k.name = ${name} ORDER BY k.id DESC LIMIT 1) END)`;
  const own = visibleRows(scope('node.read'), { cluster: Prisma.sql`f.cluster_id`, nodePool });
  const nodePools = Prisma.sql`(SELECT d.node_pools FROM decisions d
    WHERE d.cluster_id = f.cluster_id AND d.id = ${name})`;
  const decided = visibleRows(scope('decision.read'), {
    cluster: Prisma.sql`f.cluster_id`,
    nodePools,
  });
  if (own.length === 0 && decided.length === 0) return [];
  return [
    Prisma.sql`(f.code = ANY(${[...clusterCodes]}) OR starts_with(f.object, 'EC2NodeClass/')
      OR CASE split_part(f.object, '/', 1) WHEN 'Decision' THEN ${allOf(decided)} ELSE ${allOf(own)} END)`,
  ];
}

/** Returns the conditions for failing operations `f`, as {@link visibleFindings} does. */
export function visibleFailures(scope: VisibleScope): readonly Prisma.Sql[] {
  const cluster = Prisma.sql`f.cluster_id`;
  const nodePool = Prisma.sql`(CASE f.object_kind WHEN 'NodePool' THEN f.object_id
    WHEN 'Node' THEN (SELECT n.node_pool FROM node_rows n
      WHERE n.cluster_id = f.cluster_id AND n.name = f.object_id)
    WHEN 'NodeClaim' THEN (SELECT k.node_pool FROM node_claims k WHERE k.id = f.object_id) END)`;
  const nodePools = Prisma.sql`(SELECT d.node_pools FROM decisions d WHERE d.id = f.object_id)`;
  const own = visibleRows(scope('node.read'), { cluster, nodePool });
  const decided = visibleRows(scope('decision.read'), { cluster, nodePools });
  if (own.length === 0 && decided.length === 0) return [];
  return [
    Prisma.sql`CASE f.object_kind WHEN 'Cluster' THEN true WHEN 'EC2NodeClass' THEN true
      WHEN 'Decision' THEN ${allOf(decided)} ELSE ${allOf(own)} END`,
  ];
}
