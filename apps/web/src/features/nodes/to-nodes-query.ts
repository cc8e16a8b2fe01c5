import type { NodeOrderField } from '../../gql/graphql.js';
import { toSorting } from '../../ui/tables/sort-param.js';
import type { NodesQuery } from './nodes.queries.js';
import type { NodesSearch } from './nodes.search.js';

/** Columns that the API can sort by. Ascending age is descending creation time. */
const orderFields: Readonly<Record<string, NodeOrderField>> = {
  name: 'NAME',
  pool: 'NODE_POOL',
  type: 'INSTANCE_TYPE',
  price: 'PRICE',
  age: 'CREATED_AT',
  cpu: 'CPU',
  memory: 'MEMORY',
  pods: 'PODS',
};

/** Returns the filter and order of the API for the URL parameters. */
export function toNodesQuery(clusterId: string, search: NodesSearch): NodesQuery {
  const [sorting] = toSorting(search.sort);
  const field = orderFields[sorting?.id ?? 'name'] ?? 'NAME';
  const isDescending = (sorting?.desc ?? false) !== (field === 'CREATED_AT');
  return {
    clusterId,
    filter: {
      ...(search.q === undefined ? {} : { search: search.q }),
      ...(search.pool === undefined ? {} : { nodePools: [search.pool] }),
      ...(search.capacity === undefined ? {} : { capacityTypes: [search.capacity] }),
      ...(search.state === undefined ? {} : { states: [search.state] }),
    },
    orderBy: { field, direction: isDescending ? 'DESC' : 'ASC' },
  };
}

export const isFiltered = ({ q, pool, capacity, state }: NodesSearch): boolean =>
  [q, pool, capacity, state].some((value) => value !== undefined);
