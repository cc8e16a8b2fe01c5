import { notReadyReason, registrationHealth } from '@kerf/application';
import {
  type DefinitionFilter,
  DefinitionQueries,
  type NodeClassRecord,
  type NodePoolRecord,
  type PageRequest,
} from '@kerf/db';
import { currentFindings, formatManifest } from '@kerf/definitions';
import { Inject, Injectable } from '@nestjs/common';
import { notFound } from '../../contract/public-error.js';
import type {
  BudgetStatus,
  DefinitionFinding,
  NodePoolLimit,
  RegistrationHealth,
} from '../../generated/schema-types.js';
import { LoaderFactory, type Loaders } from '../../graphql/loaders.js';
import { rowsOf } from '../../rest/paging.js';
import { toBudgetView } from '../disruption/disruption.contract.js';
import {
  toFindingView,
  toHealthView,
  toLimits,
  toNodeClassView,
  toNodePoolView,
} from './definition.mapper.js';

type PoolName = Pick<NodePoolRecord, 'clusterId' | 'name'>;

const keyOf = ({ clusterId, name }: PoolName) => ({ clusterId, nodePool: name });

/** Why the NodePool is not ready; `null` if it is. */
export async function problemOf(record: NodePoolRecord, loaders: Loaders): Promise<string | null> {
  if (record.deletionRequestedAt !== null) return `NodePool ${record.name} is being deleted`;
  const [nodeClasses, refusals] = await Promise.all([
    loaders.nodeClassesOfCluster.load(record.clusterId),
    loaders.refusalsOfCluster.load(record.clusterId),
  ]);
  return notReadyReason(record, { nodeClasses, refusals, shown: null });
}

export async function nodesOf(pool: PoolName, loaders: Loaders) {
  const found = await loaders.nodePoolNodes.load(keyOf(pool));
  return {
    nodes: found?.nodes ?? 0,
    price: found?.priceMicroUsdPerHour ?? 0,
    unpricedNodes: found?.unpricedNodes ?? 0,
  };
}

/** Absent unless the NodePool is static. */
export async function presentReplicasOf(
  record: NodePoolRecord,
  loaders: Loaders,
): Promise<number | null> {
  if (record.spec.replicas === undefined) return null;
  return (await loaders.nodePoolHeld.load(keyOf(record)))?.held ?? 0;
}

export async function healthOf(
  record: NodePoolRecord,
  loaders: Loaders,
): Promise<RegistrationHealth> {
  const [outcomes, nodeClasses] = await Promise.all([
    loaders.nodePoolOutcomes.load(keyOf(record)),
    loaders.nodeClassesOfCluster.load(record.clusterId),
  ]);
  return toHealthView(registrationHealth(outcomes, record, nodeClasses));
}

export async function limitsOf(
  record: NodePoolRecord,
  loaders: Loaders,
): Promise<readonly NodePoolLimit[]> {
  const used = await loaders.nodePoolUsage.load(keyOf(record));
  return toLimits(record.spec.limits, used?.usage ?? {});
}

/** Findings of the newest revision that still apply. */
export async function findingsOf(
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

export async function budgetsOf(
  pool: PoolName,
  loaders: Loaders,
): Promise<readonly BudgetStatus[]> {
  return (await loaders.nodePoolBudgets.load(keyOf(pool))).map(toBudgetView);
}

/** Names of the NodePools that use the EC2NodeClass. */
export async function usersOf(
  { clusterId, name }: Pick<NodeClassRecord, 'clusterId' | 'name'>,
  loaders: Loaders,
): Promise<readonly string[]> {
  const users = await loaders.nodeClassUsersOfCluster.load(clusterId);
  return users.flatMap(({ nodeClass, nodePool }) => (nodeClass === name ? [nodePool] : []));
}

/** NodePools and EC2NodeClasses with all details except their revisions, for REST. */
@Injectable()
export class DefinitionReads {
  constructor(
    @Inject(DefinitionQueries) private readonly definitionQueries: DefinitionQueries,
    @Inject(LoaderFactory) private readonly loaders: LoaderFactory,
  ) {}

  async nodePools(filter: DefinitionFilter, request: PageRequest) {
    const page = await this.definitionQueries.nodePools(filter, request);
    const loaders = this.loaders.create();
    return { page, items: await Promise.all(rowsOf(page, (row) => readNodePool(row, loaders))) };
  }

  /** @throws STATE.NOT_FOUND */
  async nodePool(id: string) {
    const record = await this.definitionQueries.findNodePool(id);
    if (record === null) throw notFound(`NodePool ${id} not found.`);
    return readNodePool(record, this.loaders.create());
  }

  async nodeClasses(filter: DefinitionFilter, request: PageRequest) {
    const page = await this.definitionQueries.nodeClasses(filter, request);
    const loaders = this.loaders.create();
    return { page, items: await Promise.all(rowsOf(page, (row) => readNodeClass(row, loaders))) };
  }

  /** @throws STATE.NOT_FOUND */
  async nodeClass(id: string) {
    const record = await this.definitionQueries.findNodeClass(id);
    if (record === null) throw notFound(`EC2NodeClass ${id} not found.`);
    return readNodeClass(record, this.loaders.create());
  }
}

async function readNodePool(record: NodePoolRecord, loaders: Loaders) {
  const [problem, presentReplicas, nodes, health, limits, findings, budgets] = await Promise.all([
    problemOf(record, loaders),
    presentReplicasOf(record, loaders),
    nodesOf(record, loaders),
    healthOf(record, loaders),
    limitsOf(record, loaders),
    findingsOf(record, loaders),
    budgetsOf(record, loaders),
  ]);
  return {
    ...toNodePoolView(record),
    presentReplicas,
    ...nodes,
    manifest: formatManifest(record),
    isReady: problem === null,
    notReadyReason: problem,
    registrationHealth: health,
    limits,
    findings,
    budgets,
  };
}

async function readNodeClass(record: NodeClassRecord, loaders: Loaders) {
  return {
    ...toNodeClassView(record),
    manifest: formatManifest(record),
    nodePools: await usersOf(record, loaders),
  };
}
