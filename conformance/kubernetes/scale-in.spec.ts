import { invariant } from '@kerf/core';
import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { OwnNodes } from './testing/own-nodes.js';
import { merge, useKubernetes } from './testing/use-kubernetes.js';

// Compared with the controller-manager of Kubernetes 1.36.

const cluster = useKubernetes();
const namespace = 'conformance-scale-in';
const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
const cost = 'controller.kubernetes.io/pod-deletion-cost';

beforeAll(() => cluster.namespace(namespace));

/** A Deployment with two pods on the node `full`, and one on the node `lone`. */
async function threePods(name: string): Promise<OwnNodes> {
  const nodes = new OwnNodes(cluster, namespace, name);
  await nodes.create('full', { cpu: '2' });
  const labels = { set: name };
  const { spec } = nodes.pod('template', { cpu: '1' });
  const { code, text } = await cluster.call('POST', deployments, {
    metadata: { name },
    spec: {
      replicas: 2,
      selector: { matchLabels: labels },
      template: { metadata: { labels }, ...(spec !== undefined && { spec }) },
    },
  });
  invariant(code === 201, `the Deployment is accepted: ${text}`);
  await untilPlaced(nodes, name, ['full', 'full']);
  await nodes.create('lone', { cpu: '1' });
  await scale(name, 3);
  await untilPlaced(nodes, name, ['full', 'full', 'lone']);
  return nodes;
}

async function scale(name: string, replicas: number): Promise<void> {
  const { code } = await cluster.call(
    'PATCH',
    `${deployments}/${name}`,
    { spec: { replicas } },
    merge,
  );
  invariant(code === 200, 'the Deployment is scaled');
}

async function podsOf(nodes: OwnNodes, name: string): Promise<readonly JsonObject[]> {
  const { body } = await cluster.call('GET', `${nodes.pods}?labelSelector=set%3D${name}`);
  return listAt(body, 'items')
    .map((pod) => objectAt(pod))
    .filter((pod) => stringAt(pod, 'metadata', 'deletionTimestamp') === undefined);
}

const nodeOf = (pod: JsonObject): string => stringAt(pod, 'spec', 'nodeName') ?? '';

/** Waits for pods on these nodes; on a real server, until its controller knows that all are ready. */
function untilPlaced(nodes: OwnNodes, name: string, expected: readonly string[]): Promise<void> {
  return cluster.until(async () => {
    const { body } = await cluster.call('GET', `${deployments}/${name}`);
    const ready = objectAt(body, 'status')['readyReplicas'] ?? 0;
    expect(ready).toBe(cluster.backend.kind === 'real' ? expected.length : 0);
    expect(await placesOf(nodes, name)).toEqual(expected);
  });
}

/** Returns the names of the nodes of the pods, sorted. */
async function placesOf(nodes: OwnNodes, name: string): Promise<readonly string[]> {
  const pods = await podsOf(nodes, name);
  const places = ['full', 'lone'].flatMap((node) =>
    pods.filter((pod) => nodeOf(pod) === nodes.nodeName(node)).map(() => node),
  );
  return pods.length === places.length ? places : [...places, 'pending'];
}

describe('a ReplicaSet that scales in', () => {
  it('takes a pod of the node that has the most of them', async () => {
    const nodes = await threePods('doubled');
    await scale('doubled', 2);
    await untilPlaced(nodes, 'doubled', ['full', 'lone']);
    expect(await placesOf(nodes, 'doubled')).toEqual(['full', 'lone']);
  });

  it('takes the pod with the least deletion cost before that', async () => {
    const nodes = await threePods('cheap');
    const lone = (await podsOf(nodes, 'cheap')).find((pod) => nodeOf(pod).endsWith('-lone'));
    const path = `${nodes.pods}/${stringAt(lone, 'metadata', 'name')}`;
    await cluster.call('PATCH', path, { metadata: { annotations: { [cost]: '-5' } } }, merge);
    await scale('cheap', 2);
    await untilPlaced(nodes, 'cheap', ['full', 'full']);
    expect(await placesOf(nodes, 'cheap')).toEqual(['full', 'full']);
  });
});
