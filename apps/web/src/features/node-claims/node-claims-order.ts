import type { NodeClaimOrderField } from '../../gql/graphql.js';
import type { ServerOrder } from '../../ui/tables/server-order.js';

export const nodeClaimsOrder: ServerOrder<NodeClaimOrderField> = {
  fields: {
    age: 'REQUESTED_AT',
    name: 'NAME',
    pool: 'NODE_POOL',
    state: 'STATE',
    type: 'INSTANCE_TYPE',
    zone: 'ZONE',
    capacity: 'CAPACITY_TYPE',
    price: 'PRICE',
    'ready-in': 'READY_IN',
    note: 'STATUS',
  },
  initial: { sort: 'age', order: { field: 'REQUESTED_AT', direction: 'DESC' } },
  ages: ['age'],
};
