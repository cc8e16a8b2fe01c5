import {
  type AccessAction,
  accessActions,
  type FleetParts,
  type NamesInCluster,
  seesEverything,
  type Visible,
  visibleWith,
} from '@kerf/application';
import { Prisma } from '../generated/client.js';

/** Returns what the caller of a query may see with an action. */
export type VisibleScope = (action: AccessAction) => Visible;

/** The scope of processes and specs that act for no caller. */
export const everythingVisible: VisibleScope = (action) =>
  visibleWith(
    [{ effect: 'Allow', role: 'admin', actions: accessActions, scope: { kind: 'Organization' } }],
    action,
  );

/** Where a row belongs, as expressions of its statement. */
export interface RowPlace {
  readonly cluster: Prisma.Sql;
  /** The NodePool of the row; rows without one are visible with the whole cluster only. */
  readonly nodePool?: Prisma.Sql;
  /** NodePools of the row as an array, all of which must be visible. */
  readonly nodePools?: Prisma.Sql;
  /** The namespace of a pod. */
  readonly namespace?: Prisma.Sql;
}

/** Returns the conditions for rows that `can` would allow one by one; none if nothing is hidden. */
export function visibleRows(visible: Visible, place: RowPlace): readonly Prisma.Sql[] {
  if (seesEverything(visible)) return [];
  const { allowed, denied } = visible;
  return [
    anyOf([...wholeParts(allowed, place), ...namedParts(allowed, place, 'All')]),
    Prisma.sql`NOT ${anyOf([
      ...wholeParts(denied, place),
      ...namedParts(denied, place, 'Some'),
      ...(place.nodePools === undefined
        ? []
        : [
            Prisma.sql`cardinality(${place.nodePools}) = 0
              AND ${place.cluster} = ANY(${clustersOf(denied)})`,
          ]),
    ])}`,
  ];
}

/** Returns the conditions for clusters of which the caller may see a part. */
export function visibleClusters(visible: Visible, cluster: Prisma.Sql): readonly Prisma.Sql[] {
  if (seesEverything(visible)) return [];
  const { allowed, denied } = visible;
  return [
    anyOf([
      ...wholeParts(allowed, { cluster }),
      Prisma.sql`${cluster} = ANY(${clustersOf(allowed)})`,
    ]),
    Prisma.sql`NOT ${anyOf(wholeParts(denied, { cluster }))}`,
  ];
}

/**
 * Returns the conditions for rows about a whole cluster, or about none, which is the organization:
 * a caller for whom a part is denied does not see them.
 */
export function visibleWholes(visible: Visible, cluster: Prisma.Sql): readonly Prisma.Sql[] {
  if (seesEverything(visible)) return [];
  const { allowed, denied } = visible;
  return [
    anyOf(wholeParts(allowed, { cluster })),
    Prisma.sql`NOT ${anyOf([
      ...wholeParts(denied, { cluster }),
      Prisma.sql`${cluster} = ANY(${clustersOf(denied)})`,
      Prisma.sql`${cluster} IS NULL`,
    ])}`,
  ];
}

const wholeParts = (
  { isEverything, clusterIds }: FleetParts,
  { cluster }: RowPlace,
): readonly Prisma.Sql[] =>
  isEverything ? [Prisma.sql`true`] : [Prisma.sql`${cluster} = ANY(${[...clusterIds]})`];

function namedParts(
  { nodePools, namespaces }: FleetParts,
  place: RowPlace,
  quantity: 'All' | 'Some',
): readonly Prisma.Sql[] {
  const pools = keysOf(nodePools);
  const conditions: Prisma.Sql[] = [];
  if (place.nodePool !== undefined) {
    conditions.push(Prisma.sql`${place.cluster} || '/' || ${place.nodePool} = ANY(${pools})`);
  }
  if (place.nodePools !== undefined) {
    const rowPools = Prisma.sql`
      ARRAY(SELECT ${place.cluster} || '/' || pool FROM unnest(${place.nodePools}) AS pool)`;
    conditions.push(
      quantity === 'All'
        ? Prisma.sql`cardinality(${place.nodePools}) > 0 AND ${rowPools} <@ ${pools}::text[]`
        : Prisma.sql`${rowPools} && ${pools}::text[]`,
    );
  }
  if (place.namespace !== undefined) {
    conditions.push(
      Prisma.sql`${place.cluster} || '/' || ${place.namespace} = ANY(${keysOf(namespaces)})`,
    );
  }
  return conditions;
}

/** A row without a value satisfies no condition about it. */
const anyOf = (conditions: readonly Prisma.Sql[]): Prisma.Sql =>
  Prisma.sql`(${Prisma.join(
    conditions.map((condition) => Prisma.sql`coalesce(${condition}, false)`),
    ' OR ',
  )})`;

/** IDs of clusters contain no slash. */
const keysOf = (names: readonly NamesInCluster[]): readonly string[] =>
  names.map(({ clusterId, name }) => `${clusterId}/${name}`);

const clustersOf = ({ clusterIds, nodePools, namespaces }: FleetParts): readonly string[] => [
  ...new Set([...clusterIds, ...[...nodePools, ...namespaces].map(({ clusterId }) => clusterId)]),
];
