import { notReadyReason, registrationHealth } from '@kerf/application';
import type { NodeClassRecord, NodePoolRecord } from '@kerf/db';
import { currentFindings, formatManifest } from '@kerf/definitions';
import type { NodeClassResolvers, NodePoolResolvers } from '../../generated/resolver-types.js';
import type {
  BudgetStatus,
  DefinitionFinding,
  NodePoolLimit,
  RegistrationHealth,
} from '../../generated/schema-types.js';
import type { Loaders } from '../../graphql/loaders.js';
import { toBudgetView } from '../disruption/disruption.contract.js';
import {
  type NodeClassLazy,
  type NodePoolLazy,
  toFindingView,
  toHealthView,
  toLimits,
  toRevisionView,
} from './definition.mapper.js';

export const nodePoolFields = {
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
} satisfies Required<Pick<NodePoolResolvers, NodePoolLazy>>;

export const nodeClassFields = {
  manifest: ({ record }) => formatManifest(record),
  nodePools: (nodeClass, _args, { loaders }) => usersOf(nodeClass, loaders),
  revisions: async ({ id, name }, _args, { loaders }) =>
    (await loaders.revisions.load(id)).map((revision) =>
      toRevisionView('EC2NodeClass', name, revision),
    ),
} satisfies Required<Pick<NodeClassResolvers, NodeClassLazy>>;

type PoolName = Pick<NodePoolRecord, 'clusterId' | 'name'>;

const keyOf = ({ clusterId, name }: PoolName) => ({ clusterId, nodePool: name });

/** Why the NodePool is not ready; `null` if it is. */
async function problemOf(record: NodePoolRecord, loaders: Loaders): Promise<string | null> {
  if (record.deletionRequestedAt !== null) return `NodePool ${record.name} is being deleted`;
  const [nodeClasses, refusals] = await Promise.all([
    loaders.nodeClassesOfCluster.load(record.clusterId),
    loaders.refusalsOfCluster.load(record.clusterId),
  ]);
  return notReadyReason(record, { nodeClasses, refusals, shown: null });
}

async function nodesOf(pool: PoolName, loaders: Loaders) {
  const found = await loaders.nodePoolNodes.load(keyOf(pool));
  return {
    nodes: found?.nodes ?? 0,
    price: found?.priceMicroUsdPerHour ?? 0,
    unpricedNodes: found?.unpricedNodes ?? 0,
  };
}

/** Absent unless the NodePool is static. */
async function presentReplicasOf(record: NodePoolRecord, loaders: Loaders): Promise<number | null> {
  if (record.spec.replicas === undefined) return null;
  return (await loaders.nodePoolHeld.load(keyOf(record)))?.held ?? 0;
}

async function healthOf(record: NodePoolRecord, loaders: Loaders): Promise<RegistrationHealth> {
  const [outcomes, nodeClasses] = await Promise.all([
    loaders.nodePoolOutcomes.load(keyOf(record)),
    loaders.nodeClassesOfCluster.load(record.clusterId),
  ]);
  return toHealthView(registrationHealth(outcomes, record, nodeClasses));
}

async function limitsOf(
  record: NodePoolRecord,
  loaders: Loaders,
): Promise<readonly NodePoolLimit[]> {
  const used = await loaders.nodePoolUsage.load(keyOf(record));
  return toLimits(record.spec.limits, used?.usage ?? {});
}

/** Findings of the newest revision that still apply. */
async function findingsOf(
  { id, spec, clusterId, clusterName }: NodePoolRecord,
  loaders: Loaders,
): Promise<readonly DefinitionFinding[]> {
  const [revision, nodeClasses] = await Promise.all([
    loaders.revision.load(id),
    loaders.nodeClassesOfCluster.load(clusterId),
  ]);
  return currentFindings(spec, revision?.findings ?? [], {
    clusterName,
    knownNodeClasses: nodeClasses.map(({ name }) => name),
  }).map(toFindingView);
}

async function budgetsOf(pool: PoolName, loaders: Loaders): Promise<readonly BudgetStatus[]> {
  return (await loaders.nodePoolBudgets.load(keyOf(pool))).map(toBudgetView);
}

/** Names of the NodePools that use the EC2NodeClass. */
async function usersOf(
  { clusterId, name }: Pick<NodeClassRecord, 'clusterId' | 'name'>,
  loaders: Loaders,
): Promise<readonly string[]> {
  const users = await loaders.nodeClassUsersOfCluster.load(clusterId);
  return users.flatMap(({ nodeClass, nodePool }) => (nodeClass === name ? [nodePool] : []));
}
