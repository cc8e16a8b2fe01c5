import { formatManifest } from '@kerf/definitions';
import type { NodeClassResolvers, NodePoolResolvers } from '../../generated/resolver-types.js';
import { type NodeClassLazy, type NodePoolLazy, toRevisionView } from './definition.mapper.js';
import {
  budgetsOf,
  findingsOf,
  healthOf,
  limitsOf,
  nodesOf,
  presentReplicasOf,
  problemOf,
  usersOf,
} from './definition.reads.js';

export const nodePoolFields: Required<Pick<NodePoolResolvers, NodePoolLazy>> = {
  manifest: ({ record }) => formatManifest(record),
  isReady: async ({ record }, _args, { loaders }) => (await problemOf(record, loaders)) === null,
  notReadyReason: ({ record }, _args, { loaders }) => problemOf(record, loaders),
  presentReplicas: ({ record }, _args, { loaders }) => presentReplicasOf(record, loaders),
  nodes: async (pool, _args, { loaders }) => (await nodesOf(pool, loaders)).nodes,
  price: async (pool, _args, { loaders }) => (await nodesOf(pool, loaders)).price,
  unpricedNodes: async (pool, _args, { loaders }) => (await nodesOf(pool, loaders)).unpricedNodes,
  registrationHealth: ({ record }, _args, { loaders }) => healthOf(record, loaders),
  limits: ({ record }, _args, { loaders }) => limitsOf(record, loaders),
  findings: ({ record }, _args, { loaders }) => findingsOf(record, loaders),
  budgets: (pool, _args, { loaders }) => budgetsOf(pool, loaders),
  revisions: async ({ id, name }, _args, { loaders }) =>
    (await loaders.revisions.load(id)).map((revision) =>
      toRevisionView('NodePool', name, revision),
    ),
};

export const nodeClassFields: Required<Pick<NodeClassResolvers, NodeClassLazy>> = {
  manifest: ({ record }) => formatManifest(record),
  nodePools: (nodeClass, _args, { loaders }) => usersOf(nodeClass, loaders),
  revisions: async ({ id, name }, _args, { loaders }) =>
    (await loaders.revisions.load(id)).map((revision) =>
      toRevisionView('EC2NodeClass', name, revision),
    ),
};
