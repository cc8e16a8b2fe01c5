import type { InterruptionOrderField } from '../../gql/graphql.js';
import type { ServerOrder } from '../../ui/tables/server-order.js';

export const interruptionsOrder: ServerOrder<InterruptionOrderField> = {
  fields: {
    warned: 'RECEIVED_AT',
    outcome: 'OUTCOME',
    node: 'NODE',
    kind: 'KIND',
    cluster: 'CLUSTER',
    pool: 'NODE_POOL',
    type: 'INSTANCE_TYPE',
    deadline: 'DEADLINE',
    pods: 'PODS',
    replacement: 'REPLACEMENTS',
  },
  initial: { sort: '-warned', order: { field: 'RECEIVED_AT', direction: 'DESC' } },
};
