import type { DecisionOrderField } from '../../gql/graphql.js';
import type { ServerOrder } from '../../ui/tables/server-order.js';

export const decisionsOrder: ServerOrder<DecisionOrderField> = {
  fields: {
    age: 'PROPOSED_AT',
    state: 'STATE',
    kind: 'KIND',
    cluster: 'CLUSTER',
    pools: 'NODE_POOLS',
    nodes: 'NODES',
    pods: 'PODS',
    change: 'COST_CHANGE',
    ratio: 'SAVINGS_RATIO',
    gap: 'SAVING_GAP',
    waits: 'DECIDED_BY',
  },
  initial: { sort: '-age', order: { field: 'PROPOSED_AT', direction: 'DESC' } },
};
