import type { NodeOrderField } from '../../gql/graphql.js';
import { type ServerOrder, toListOrder } from '../../ui/tables/server-order.js';
import type { NodesQuery } from './nodes.queries.js';
import type { NodesSearch } from './nodes.search.js';

export const nodesOrder: ServerOrder<NodeOrderField> = {
  fields: {
    name: 'NAME',
    pool: 'NODE_POOL',
    type: 'INSTANCE_TYPE',
    price: 'PRICE',
    waste: 'WASTE',
    zone: 'ZONE',
    capacity: 'CAPACITY_TYPE',
    age: 'CREATED_AT',
    cpu: 'CPU',
    memory: 'MEMORY',
    pods: 'PODS',
    state: 'STATE',
    blockers: 'BLOCKERS',
  },
  initial: { sort: 'name', order: { field: 'NAME', direction: 'ASC' } },
  ages: ['age'],
};

/** Returns the filter and order of the API for the URL parameters. */
export function toNodesQuery(clusterId: string, search: NodesSearch): NodesQuery {
  return {
    clusterId,
    filter: {
      ...(search.q === undefined ? {} : { search: search.q }),
      ...(search.pool === undefined ? {} : { nodePools: [search.pool] }),
      ...(search.capacity === undefined ? {} : { capacityTypes: [search.capacity] }),
      ...(search.state === undefined ? {} : { states: [search.state] }),
    },
    orderBy: toListOrder(nodesOrder, search.sort),
  };
}

export const isFiltered = ({ q, pool, capacity, state }: NodesSearch): boolean =>
  [q, pool, capacity, state].some((value) => value !== undefined);
