import { type JsonObject, listAt, objectAt, stringAt } from '@kerf/sandbox';
import { beforeAll, describe, expect, it } from 'vitest';
import { OwnNodes } from './testing/own-nodes.js';
import { strategicMerge, useKubernetes } from './testing/use-kubernetes.js';

// Conditions and messages were compared with a Kubernetes 1.36 scheduler.

const cluster = useKubernetes();
const namespace = 'conformance-preemption';
const pods = `/api/v1/namespaces/${namespace}/pods`;
const budgets = `/apis/policy/v1/namespaces/${namespace}/poddisruptionbudgets`;
const classes = '/apis/scheduling.k8s.io/v1/priorityclasses';
const low = 'conformance-low';
const high = 'conformance-high';
const patient = 'conformance-patient';

beforeAll(async () => {
  await cluster.namespace(namespace);
  for (const [name, value, preemptionPolicy] of [
    [low, 10, 'PreemptLowerPriority'],
    [high, 1000, 'PreemptLowerPriority'],
    [patient, 1000, 'Never'],
  ] as const) {
    await cluster.createGlobal(classes, { metadata: { name }, value, preemptionPolicy }, name);
  }
});

async function nodesOf(group: string, ...names: readonly string[]): Promise<OwnNodes> {
  const nodes = new OwnNodes(cluster, namespace, group);
  for (const name of names) await nodes.create(name);
  return nodes;
}

const of = (priorityClassName: string, spec: JsonObject = {}): JsonObject => ({
  priorityClassName,
  ...spec,
});
const cpu = (amount: string): JsonObject => ({ cpu: amount });
const on = (hostname: string): JsonObject => ({
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [
          { matchFields: [{ key: 'metadata.name', operator: 'In', values: [hostname] }] },
        ],
      },
    },
  },
});

/** The states of a pod, as a watch sees them. The sandbox has no kubelet for these nodes. */
function follow(name: string) {
  const watch = cluster.watch(`${pods}?watch=1&fieldSelector=metadata.name%3D${name}`);
  const states = (): readonly JsonObject[] =>
    watch.events.map((event) => objectAt(event, 'object'));
  return { states, close: () => watch.close() };
}

const conditionOf = (pod: JsonObject, type: string): JsonObject | undefined =>
  listAt(pod, 'status', 'conditions')
    .map((condition) => objectAt(condition))
    .find((condition) => condition['type'] === type);
const isMarked = (pod: JsonObject): boolean =>
  stringAt(pod, 'metadata', 'deletionTimestamp') !== undefined;

/** Ends a pod as its kubelet does; KWOK may have been faster. */
async function end(name: string): Promise<void> {
  await cluster.call('DELETE', `${pods}/${name}?gracePeriodSeconds=0`);
}

const exists = async (name: string): Promise<boolean> =>
  (await cluster.call('GET', `${pods}/${name}`)).code === 200;

/** Returns which of the pods were preempted, and ends them. */
async function preempted(names: readonly string[]): Promise<readonly string[]> {
  const victims: string[] = [];
  for (const name of names) {
    const pod = (await cluster.call('GET', `${pods}/${name}`)).body;
    if (pod['kind'] === 'Pod' && !isMarked(pod)) continue;
    victims.push(name);
    await end(name);
  }
  return victims;
}

async function events(podName: string, reason: string): Promise<readonly string[]> {
  const selector = `involvedObject.name%3D${podName},reason%3D${reason}`;
  const path = `/api/v1/namespaces/${namespace}/events?fieldSelector=${selector}`;
  return listAt((await cluster.call('GET', path)).body, 'items').map(
    (event) => stringAt(event, 'message') ?? '',
  );
}

describe('a pod of higher priority', () => {
  it('takes the place of one of lower priority, which is told why', async () => {
    const nodes = await nodesOf('one', 'a');
    await nodes.createPod('victim', cpu('1500m'), of(low));
    await nodes.bound('victim');
    const victim = follow(nodes.podName('victim'));
    const preemptor = follow(nodes.podName('urgent'));
    await nodes.createPod('urgent', cpu('1'), of(high));
    await cluster.until(() => expect(victim.states().some(isMarked)).toBe(true));
    const marked = victim.states().find(isMarked) ?? {};
    expect(conditionOf(marked, 'DisruptionTarget')).toEqual({
      type: 'DisruptionTarget',
      status: 'True',
      reason: 'PreemptionByScheduler',
      message: 'default-scheduler: preempting to accommodate a higher priority pod',
      observedGeneration: 1,
      lastProbeTime: null,
      lastTransitionTime: expect.any(String),
    });
    expect(objectAt(marked, 'metadata')['deletionGracePeriodSeconds']).toBe(30);
    await cluster.until(() =>
      expect(
        preemptor.states().map((pod) => stringAt(pod, 'status', 'nominatedNodeName')),
      ).toContain(nodes.nodeName('a')),
    );
    await end(nodes.podName('victim'));
    expect(await nodes.bound('urgent')).toBe(nodes.nodeName('a'));
    const uid = stringAt(await nodes.get('urgent'), 'metadata', 'uid');
    await cluster.until(async () =>
      expect(await events(nodes.podName('victim'), 'Preempted')).toEqual([
        `Preempted by pod ${uid} on node ${nodes.nodeName('a')}`,
      ]),
    );
    victim.close();
    preemptor.close();
  });

  it('is told that it waits, and is no longer nominated once it is bound', async () => {
    const nodes = await nodesOf('waiting', 'a');
    await nodes.createPod('victim', cpu('1500m'), of(low));
    await nodes.bound('victim');
    const preemptor = follow(nodes.podName('urgent'));
    await nodes.createPod('urgent', cpu('1'), of(high));
    await cluster.until(() =>
      expect(
        preemptor.states().map((pod) => stringAt(pod, 'status', 'nominatedNodeName')),
      ).toContain(nodes.nodeName('a')),
    );
    const nominated = preemptor
      .states()
      .find((pod) => stringAt(pod, 'status', 'nominatedNodeName') !== undefined);
    expect(conditionOf(nominated ?? {}, 'PodScheduled')).toMatchObject({
      status: 'False',
      reason: 'Unschedulable',
      message: expect.stringContaining('Insufficient cpu'),
    });
    await end(nodes.podName('victim'));
    await nodes.bound('urgent');
    const pod = await nodes.get('urgent');
    expect(stringAt(pod, 'status', 'nominatedNodeName')).toBeUndefined();
    preemptor.close();
  });

  it('preempts as few pods as make room, those of the lowest priority', async () => {
    const nodes = await nodesOf('few', 'a');
    await nodes.createPod('plain', cpu('500m'));
    await nodes.createPod('low-1', cpu('500m'), of(low));
    await nodes.createPod('low-2', cpu('1'), of(low));
    for (const name of ['plain', 'low-1', 'low-2']) await nodes.bound(name);
    const urgent = follow(nodes.podName('urgent'));
    await nodes.createPod('urgent', cpu('500m'), of(high));
    await cluster.until(() =>
      expect(urgent.states().map((pod) => stringAt(pod, 'status', 'nominatedNodeName'))).toContain(
        nodes.nodeName('a'),
      ),
    );
    const names = ['plain', 'low-1', 'low-2'].map((name) => nodes.podName(name));
    await cluster.until(async () => {
      const victims = await preempted(names);
      expect(victims).toEqual([nodes.podName('plain')]);
    });
    await nodes.bound('urgent');
    urgent.close();
  });

  it('spares pods that a budget protects, if another node does not need to violate one', async () => {
    const nodes = await nodesOf('spared', 'a', 'b');
    const selector = { matchLabels: { app: 'guarded' } };
    await cluster.call('POST', budgets, {
      metadata: { name: 'guarded' },
      spec: { selector, minAvailable: 1 },
    });
    const guarded = nodes.pod('guarded', cpu('1500m'), of(low, on(nodes.nodeName('a'))));
    await cluster.call('POST', pods, {
      ...guarded,
      metadata: { ...objectAt(guarded, 'metadata'), labels: { app: 'guarded' } },
    });
    await nodes.createPod('free', cpu('1500m'), of(low, on(nodes.nodeName('b'))));
    await nodes.bound('guarded');
    await nodes.bound('free');
    await cluster.call(
      'PATCH',
      `${pods}/${nodes.podName('guarded')}/status`,
      { status: { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] } },
      strategicMerge,
    );
    await cluster.until(async () =>
      expect((await cluster.call('GET', `${budgets}/guarded`)).body['status']).toMatchObject({
        currentHealthy: 1,
        disruptionsAllowed: 0,
      }),
    );
    await nodes.createPod('first', cpu('1'), of(high));
    await cluster.until(async () =>
      expect(await preempted([nodes.podName('free'), nodes.podName('guarded')])).toEqual([
        nodes.podName('free'),
      ]),
    );
    expect(await nodes.bound('first')).toBe(nodes.nodeName('b'));
    // A budget is a wish: without another place, its pods are preempted too.
    await nodes.createPod('second', cpu('1500m'), of(high));
    await cluster.until(async () =>
      expect(await preempted([nodes.podName('guarded')])).toEqual([nodes.podName('guarded')]),
    );
    expect(await nodes.bound('second')).toBe(nodes.nodeName('a'));
  });

  it('of a policy Never waits', async () => {
    const nodes = await nodesOf('never', 'a');
    await nodes.createPod('there', cpu('1500m'), of(low));
    await nodes.bound('there');
    await nodes.createPod('patient', cpu('1'), of(patient));
    expect(await nodes.refused('patient')).toMatch(
      /1 Insufficient cpu.* no new claims to deallocate, preemption: not eligible due to preemptionPolicy=Never\.$/,
    );
    expect(await exists(nodes.podName('there'))).toBe(true);
  });

  it('preempts nobody where no pod has a lower priority', async () => {
    const nodes = await nodesOf('equal', 'a');
    await nodes.createPod('there', cpu('1500m'), of(high));
    await nodes.bound('there');
    await nodes.createPod('also', cpu('1'), of(high));
    expect(await nodes.refused('also')).toMatch(
      /1 Insufficient cpu.*preemption: 0\/\d+ nodes are available: (\d+ )?.*1 No preemption victims found for incoming pod/,
    );
  });

  it('preempts nobody where that would not be enough', async () => {
    const nodes = await nodesOf('wide', 'a');
    await nodes.createPod('big', cpu('1500m'), of(high));
    await nodes.createPod('small', cpu('400m'), of(low));
    await nodes.bound('big');
    await nodes.bound('small');
    await nodes.createPod('urgent', cpu('1'), of(high));
    expect(await nodes.refused('urgent')).toMatch(
      /preemption: 0\/\d+ nodes are available: .*1 Insufficient cpu/,
    );
    expect(await exists(nodes.podName('small'))).toBe(true);
  });

  it('frees host ports and anti-affinity too', async () => {
    const nodes = await nodesOf('ports', 'a');
    const ports = [{ containerPort: 80, hostPort: 8080 }];
    const spec = { containers: [{ name: 'c', image: 'none', ports }] };
    await nodes.createPod('there', {}, of(low, spec));
    await nodes.bound('there');
    await nodes.createPod('urgent', {}, of(high, spec));
    await cluster.until(async () =>
      expect(await preempted([nodes.podName('there')])).toEqual([nodes.podName('there')]),
    );
    await nodes.bound('urgent');
  });
});
