import { Prisma } from '../generated/client.js';
import type { RowPlace } from './visible.js';

/** Returns the condition for rows that one of the teams, by name, owns now. */
export function ownedBy(
  teams: readonly string[],
  { cluster, nodePool, namespace }: Omit<RowPlace, 'nodePools'>,
): Prisma.Sql {
  const parts = [
    Prisma.sql`o.kind = 'Cluster'`,
    ...(nodePool === undefined ? [] : [Prisma.sql`o.kind = 'NodePool' AND o.name = ${nodePool}`]),
    ...(namespace === undefined
      ? []
      : [Prisma.sql`o.kind = 'Namespace' AND o.name = ${namespace}`]),
  ];
  return Prisma.sql`EXISTS (
    SELECT FROM team_ownerships o JOIN teams t ON t.id = o.team_id
    WHERE t.name = ANY(${[...teams]}) AND o.cluster_id = ${cluster}
      AND (${Prisma.join(parts, ' OR ')}))`;
}
