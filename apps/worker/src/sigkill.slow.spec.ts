import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, cloudTargetOf, defaultClusterSettings, type Store } from '@kerf/application';
import { createEc2CloudProvider } from '@kerf/cloud-aws';
import { invariant } from '@kerf/core';
import { createPrismaStore, type Database, openFreshDatabase } from '@kerf/db';
import { systemClock } from '@kerf/system';
import { aCluster } from '@kerf/testing';
import {
  CoreV1Api,
  CustomObjectsApi,
  KubeConfig,
  type KubernetesObject,
  KubernetesObjectApi,
  loadYaml,
} from '@kubernetes/client-node';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { KillableWorker } from './testing/killable-worker.js';
import { SandboxFleet } from './testing/sandbox-fleet.js';
import { StepGate } from './testing/step-gate.js';

const root = new URL('../../../', import.meta.url);
const limitMs = 600_000;
vi.setConfig({ testTimeout: limitMs, hookTimeout: 120_000 });

let fleet: SandboxFleet;
let database: Database & { readonly url: string };
let store: Store;
let cluster: Cluster;
let worker: KillableWorker;
let gate: StepGate;
let kubeconfig: KubeConfig;

beforeAll(async () => {
  [fleet, database] = await Promise.all([
    SandboxFleet.start(),
    openFreshDatabase(inject('databaseUrl'), new URL('prisma/migrations', root).pathname),
  ]);
  for (const [name, value] of Object.entries(fleet.awsEnvironment)) vi.stubEnv(name, value);
  store = createPrismaStore(database);
  const { name, region, roleArn, externalId, context } = fleet.cluster;
  cluster = aCluster({
    id: 'clu_sigkill',
    name,
    region,
    roleArn,
    externalId,
    mode: 'auto',
    settings: { ...defaultClusterSettings, disruptionPollMs: 1_000, validationDelayMs: 1_000 },
  });
  await store.clusters.insert(cluster);
  kubeconfig = new KubeConfig();
  kubeconfig.loadFromFile(fleet.info.kubeconfig);
  kubeconfig.setCurrentContext(context);
  worker = new KillableWorker({
    DATABASE_URL: database.url,
    KERF_WORKER_ID: 'sigkill',
    KERF_WORKER_HEALTH_PORT: '0',
  });
  await define();
  gate = await StepGate.close(database.pool);
});

afterAll(async () => {
  await worker.kill();
  gate.open();
  await database.close();
  await fleet.stop();
  vi.unstubAllEnvs();
});

/** A manifest of the exercise; its NodePool does not wait before it gives a node up. */
function exercise(file: string): KubernetesObject {
  const text = readFileSync(new URL(`examples/exercise/${file}.yaml`, root), 'utf8');
  return loadYaml(
    text
      .replaceAll('${CLUSTER_NAME}', cluster.name)
      .replace('consolidateAfter: 30s', 'consolidateAfter: 1s'),
  );
}

const objects = () => KubernetesObjectApi.makeApiClient(kubeconfig);

async function define(): Promise<void> {
  for (const file of ['node-class', 'node-pool']) await objects().create(exercise(file));
}

/** Kills the worker at each step that it is about to persist for the first time, until all is done. */
async function killAtEveryStep(isDone: () => Promise<boolean>): Promise<readonly string[]> {
  const steps: string[] = [];
  const deadline = Date.now() + limitMs - 10_000;
  while (!(await isDone())) {
    const step = await gate.waiting();
    if (step === null) {
      invariant(Date.now() < deadline, `it ends, after ${steps.join(', ')}:\n${worker.log}`);
      await sleep(20);
      continue;
    }
    await worker.kill();
    await gate.pass(step);
    steps.push(step);
    worker.start();
  }
  return steps;
}

async function runningPods(): Promise<number> {
  const { items } = await kubeconfig
    .makeApiClient(CoreV1Api)
    .listNamespacedPod({ namespace: 'default', labelSelector: 'app=inflate' });
  return items.filter(({ status }) => status?.phase === 'Running').length;
}

async function decisionStates(kind: string): Promise<readonly string[]> {
  const rows = await database.prisma.decision.findMany({ where: { kind } });
  return rows.map(({ state }) => state);
}

/** Nodes by what each of the four who know of them says: their instance's id. */
async function readAllSides() {
  const instances = await createEc2CloudProvider({ clock: systemClock }).listInstances(
    cloudTargetOf(cluster),
  );
  const claims = await database.prisma.nodeClaim.findMany({
    where: { state: { notIn: ['Terminated', 'LaunchFailed'] } },
  });
  const nodes = await kubeconfig
    .makeApiClient(CoreV1Api)
    .listNode({ labelSelector: 'karpenter.sh/nodepool=default' });
  const nodeClaims: {
    readonly items: readonly { readonly status?: { readonly providerID?: string } }[];
  } = await kubeconfig
    .makeApiClient(CustomObjectsApi)
    .listClusterCustomObject({ group: 'karpenter.sh', version: 'v1', plural: 'nodeclaims' });
  return {
    instances: instances
      .filter(({ tags }) => 'karpenter.sh/nodeclaim' in tags)
      .map(({ providerId }) => providerId),
    claims: claims.map(({ providerId }) => providerId),
    nodes: nodes.items.map(({ spec }) => spec?.providerID),
    nodeClaims: nodeClaims.items.map(({ status }) => status?.providerID),
  };
}

describe('a worker that gets SIGKILL at every persisted step', () => {
  it('still buys one node for the pods that wait', async () => {
    await objects().create(exercise('inflate'));
    worker.start();
    const steps = await killAtEveryStep(
      async () =>
        (await runningPods()) === 5 && (await decisionStates('Provision')).includes('Executed'),
    );
    expect(steps).toEqual(
      expect.arrayContaining([
        'scheduling_batches Open',
        'scheduling_batches Solving',
        'scheduling_batches Solved',
        'node_claims Requested',
        'node_claims Launching',
        'node_claims Launched',
        'node_claims Registered',
        'node_claims Initialized',
        'decisions Provision Executed',
      ]),
    );
    const { instances, claims, nodes, nodeClaims } = await readAllSides();
    expect(instances).toHaveLength(1);
    expect(claims).toEqual(instances);
    expect(nodes).toEqual(instances);
    expect(nodeClaims).toEqual(instances);
  });

  it('still takes the empty node away, and leaves nothing behind', async () => {
    await objects().delete(exercise('inflate'));
    const steps = await killAtEveryStep(async () =>
      (await decisionStates('Empty')).includes('Executed'),
    );
    expect(steps).toEqual(
      expect.arrayContaining([
        'decisions Empty Proposed',
        'decisions Empty Approved',
        'decisions Empty Executing Tainted',
        'decisions Empty Executing MarkedForDeletion',
        'node_claims Terminating',
        'node_claims Terminated',
        'decisions Empty Executed Terminated',
      ]),
    );
    expect(await readAllSides()).toEqual({ instances: [], claims: [], nodes: [], nodeClaims: [] });
    expect(await store.decisions.open(cluster.id)).toEqual([]);
  });
});
