import { invariant } from '@kerf/core';
import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { OwnNodes } from './testing/own-nodes.js';
import { zoneSpread } from './testing/scheduler-profiles.js';
import { useKubernetes } from './testing/use-kubernetes.js';

// Compared with a Kubernetes 1.36 scheduler that has the same configuration.

const cluster = useKubernetes();
const namespace = 'conformance-spread';
const zone = 'topology.kubernetes.io/zone';
const refusal = "didn't match pod topology spread constraints";

beforeAll(() => cluster.namespace(namespace));

/** Two zones: one has room for four pods, the other for one. */
async function twoZones(group: string): Promise<OwnNodes> {
  const nodes = new OwnNodes(cluster, namespace, group);
  await nodes.create('wide', { cpu: '4' }, { [zone]: 'wide' });
  await nodes.create('narrow', { cpu: '1' }, { [zone]: 'narrow' });
  return nodes;
}

async function create(path: string, body: JsonObject): Promise<void> {
  const { code, text } = await cluster.call('POST', path, body);
  invariant(code === 201, `the object is accepted: ${text}`);
}

const selectPods = (app: string): Promise<void> =>
  create(`/api/v1/namespaces/${namespace}/services`, {
    metadata: { name: app },
    spec: { selector: { app }, ports: [{ port: 80 }] },
  });

/** A pod of one CPU for the scheduler with the default constraint. */
function podOf(nodes: OwnNodes, name: string, more: JsonObject = {}): JsonObject {
  const pod = nodes.pod(name, { cpu: '1' }, { schedulerName: zoneSpread, ...more });
  return { ...pod, metadata: { ...objectAt(pod, 'metadata'), labels: { app: 'web' } } };
}

/** Creates pods one after another, each when the one before is bound. */
async function bind(nodes: OwnNodes, names: readonly string[], more: JsonObject = {}) {
  const bound: string[] = [];
  for (const name of names) {
    await create(nodes.pods, podOf(nodes, name, more));
    bound.push(await nodes.bound(name));
  }
  return bound;
}

describe('the default spread constraints of a scheduler', () => {
  it('hold for pods that a Service selects', async () => {
    const nodes = await twoZones('service');
    await selectPods('web');
    const bound = await bind(nodes, ['one', 'two', 'three']);
    expect(new Set(bound)).toEqual(new Set([nodes.nodeName('wide'), nodes.nodeName('narrow')]));
    await create(nodes.pods, podOf(nodes, 'four'));
    expect(await nodes.refused('four')).toContain(refusal);
  });

  it('hold for pods of a ReplicaSet', async () => {
    const nodes = await twoZones('replica-set');
    const { metadata, spec } = podOf(nodes, 'template');
    const labels = { set: 'web' };
    await create(`/apis/apps/v1/namespaces/${namespace}/replicasets`, {
      metadata: { name: 'web' },
      spec: {
        replicas: 5,
        selector: { matchLabels: labels },
        template: { metadata: { ...objectAt({ metadata }, 'metadata'), labels }, spec },
      },
    });
    await cluster.until(async () => {
      const { body } = await cluster.call('GET', `${nodes.pods}?labelSelector=set%3Dweb`);
      const pods = listAt(body, 'items');
      const places = pods.map((pod) => stringAt(pod, 'spec', 'nodeName') ?? '').sort();
      const [wide, narrow] = ['wide', 'narrow'].map((name) => nodes.nodeName(name));
      expect(places).toEqual(['', '', narrow, wide, wide]);
      const waiting = pods.filter((pod) => stringAt(pod, 'spec', 'nodeName') === undefined);
      for (const pod of waiting) {
        const messages = listAt(pod, 'status', 'conditions').map((one) => stringAt(one, 'message'));
        expect(messages.join()).toContain(refusal);
      }
    });
  });

  const everywhere = ['one', 'two', 'three', 'four', 'five'];

  it('do not hold for pods that nothing selects', async () => {
    const nodes = await twoZones('alone');
    const pods = everywhere.map((name) => {
      const pod = podOf(nodes, name);
      return { ...pod, metadata: { ...objectAt(pod, 'metadata'), labels: { app: 'alone' } } };
    });
    for (const pod of pods) await create(nodes.pods, pod);
    const bound = await Promise.all(everywhere.map((name) => nodes.bound(name)));
    expect(bound.filter((name) => name === nodes.nodeName('wide'))).toHaveLength(4);
  });

  it('do not hold for pods with a constraint of their own', async () => {
    const nodes = await twoZones('own');
    const own = { maxSkew: 1, topologyKey: zone, whenUnsatisfiable: 'ScheduleAnyway' };
    const bound = await bind(nodes, everywhere, { topologySpreadConstraints: [own] });
    expect(bound.filter((name) => name === nodes.nodeName('wide'))).toHaveLength(4);
  });

  it('are those of the scheduler that the pod names', async () => {
    const nodes = await twoZones('other');
    const bound = await bind(nodes, everywhere, { schedulerName: 'default-scheduler' });
    expect(bound.filter((name) => name === nodes.nodeName('wide'))).toHaveLength(4);
  });
});
