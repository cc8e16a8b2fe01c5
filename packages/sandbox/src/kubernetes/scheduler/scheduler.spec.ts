import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aNode, aPod, type NodeFields } from '../../testing/builders.js';
import { requestsOf } from '../resources/pod-resources.js';
import type { Node } from '../resources/types/node.js';
import type { Pod, PodSpec } from '../resources/types/pod.js';
import { chooseNode, type Placement } from './choose-node.js';
import type { ClaimView, SchedulingView } from './filter.js';
import { NodeState } from './node-state.js';
import { SchedulingQueue } from './scheduling-queue.js';
import { tolerates } from './tolerates.js';

const zone = 'topology.kubernetes.io/zone';
const inZone = (name: string): NodeFields => ({ labels: { [zone]: name } });
const noClaims: ClaimView = { constraintOf: () => null };

/** @param bound pods by node */
function view(
  nodes: readonly Node[],
  bound: Readonly<Record<string, readonly Pod[]>> = {},
  claims = noClaims,
): SchedulingView {
  const states = nodes.map((node) => {
    const state = new NodeState(node);
    for (const pod of bound[node.metadata.name] ?? []) state.add(pod);
    return state;
  });
  return {
    nodes: states,
    namespaceLabels: (name) => ({ team: name }),
    claims,
    devices: { needsOf: () => null },
    spreadOf: ({ spec }) => ({
      constraints: spec.topologySpreadConstraints ?? [],
      isConfigured: false,
    }),
    nominatedTo: () => [],
    budgets: () => [],
  };
}

const messageOf = (placement: Placement): string =>
  placement.kind === 'Node'
    ? `bound to ${placement.nodeName}`
    : (placement.message.split('. no new claims')[0] ?? '');

describe('choosing a node', () => {
  it('reports a cluster without nodes', () => {
    expect(chooseNode(aPod('p'), view([]))).toEqual({
      kind: 'Unschedulable',
      message: 'no nodes available to schedule pods',
      isNominated: false,
    });
  });

  it('counts the reasons of all nodes, and whether fewer pods would help', () => {
    const nodes = [
      aNode('a', { spec: { taints: [{ key: 'gpu', effect: 'NoSchedule' }] } }),
      aNode('b', { spec: { unschedulable: true } }),
      aNode('c'),
      aNode('d', { allocatable: { cpu: '1' } }),
    ];
    const full = aPod('full', { requests: { cpu: '3' } });
    expect(chooseNode(aPod('p', { requests: { cpu: '2' } }), view(nodes, { c: [full] }))).toEqual({
      kind: 'Unschedulable',
      message:
        '0/4 nodes are available: 1 node(s) had untolerated taint(s), 1 node(s) were unschedulable, 2 Insufficient cpu. ' +
        'no new claims to deallocate, preemption: 0/4 nodes are available: 1 No preemption victims found for incoming pod, 3 Preemption is not helpful for scheduling.',
      isNominated: false,
    });
  });

  const anti = (topologyKey: string): Partial<PodSpec> => ({
    affinity: {
      podAntiAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey, labelSelector: { matchLabels: { app: 'web' } } },
        ],
      },
    },
  });
  const together = (matchLabels: Record<string, string>): Partial<PodSpec> => ({
    affinity: {
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [
          { topologyKey: zone, labelSelector: { matchLabels } },
        ],
      },
    },
  });
  const spread = (topologyKey: string, more = {}): Partial<PodSpec> => ({
    topologySpreadConstraints: [
      {
        maxSkew: 1,
        topologyKey,
        whenUnsatisfiable: 'DoNotSchedule',
        labelSelector: { matchLabels: { app: 'web' } },
        ...more,
      },
    ],
  });
  const web = (name: string, spec: Partial<PodSpec> = {}): Pod =>
    aPod(name, { labels: { app: 'web' }, spec });
  const abc = [aNode('a', inZone('za')), aNode('b', inZone('zb')), aNode('c', inZone('za'))];

  it.each<[string, Pod, readonly Node[], Readonly<Record<string, readonly Pod[]>>, string]>([
    [
      'takes extended resources into account',
      aPod('p', { requests: { 'nvidia.com/gpu': '1' } }),
      [aNode('a'), aNode('b', { allocatable: { 'nvidia.com/gpu': '1' } })],
      {},
      'bound to b',
    ],
    [
      'stops at the number of pods',
      aPod('p'),
      [aNode('a', { allocatable: { pods: '1' } })],
      { a: [aPod('x')] },
      '0/1 nodes are available: 1 Too many pods',
    ],
    [
      'respects a node selector',
      aPod('p', { spec: { nodeSelector: { [zone]: 'zb' } } }),
      abc,
      {},
      'bound to b',
    ],
    [
      'reports a selector that matches no node',
      aPod('p', { spec: { nodeSelector: { [zone]: 'zz' } } }),
      abc,
      {},
      "0/3 nodes are available: 3 node(s) didn't match Pod's node affinity/selector",
    ],
    [
      'respects required node affinity, whose terms are alternatives',
      aPod('p', {
        spec: {
          affinity: {
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: 'none', operator: 'Exists' }] },
                  { matchFields: [{ key: 'metadata.name', operator: 'In', values: ['c'] }] },
                ],
              },
            },
          },
        },
      }),
      abc,
      {},
      'bound to c',
    ],
    [
      'respects preferred node affinity',
      aPod('p', {
        spec: {
          affinity: {
            nodeAffinity: {
              preferredDuringSchedulingIgnoredDuringExecution: [
                {
                  weight: 1,
                  preference: { matchExpressions: [{ key: zone, operator: 'In', values: ['zb'] }] },
                },
              ],
            },
          },
        },
      }),
      abc,
      {},
      'bound to b',
    ],
    [
      'respects host ports',
      aPod('p', {
        spec: { containers: [{ name: 'c', ports: [{ containerPort: 80, hostPort: 80 }] }] },
      }),
      [aNode('a')],
      {
        a: [
          aPod('x', {
            spec: { containers: [{ name: 'c', ports: [{ containerPort: 1, hostPort: 80 }] }] },
          }),
        ],
      },
      "0/1 nodes are available: 1 node(s) didn't have free ports for the requested pod ports",
    ],
    ['respects anti-affinity by zone', web('p', anti(zone)), abc, { a: [web('x')] }, 'bound to b'],
    [
      'names anti-affinity',
      web('p', anti(zone)),
      abc,
      { a: [web('x')], b: [web('y')] },
      "0/3 nodes are available: 3 node(s) didn't match pod anti-affinity rules",
    ],
    [
      'respects the anti-affinity of running pods',
      web('p'),
      [aNode('a', inZone('za'))],
      { a: [web('x', anti(zone))] },
      "0/1 nodes are available: 1 node(s) didn't satisfy existing pods anti-affinity rules",
    ],
    [
      'respects pod affinity',
      aPod('p', { spec: together({ app: 'web' }) }),
      abc,
      { b: [web('x')] },
      'bound to b',
    ],
    [
      'reports pod affinity without a matching pod',
      aPod('p', { spec: together({ app: 'web' }) }),
      abc,
      {},
      "0/3 nodes are available: 3 node(s) didn't match pod affinity rules",
    ],
    [
      'schedules the first pod of a group with affinity to itself',
      web('p', together({ app: 'web' })),
      abc,
      {},
      'bound to a',
    ],
    ['spreads over zones', web('p', spread(zone)), abc, { a: [web('x')] }, 'bound to b'],
    [
      'reports a spread constraint that cannot be satisfied',
      web('p', spread(zone)),
      [
        aNode('a', inZone('za')),
        aNode('b', { ...inZone('zb'), spec: { taints: [{ key: 'x', effect: 'NoSchedule' }] } }),
      ],
      { a: [web('x')] },
      "0/2 nodes are available: 1 node(s) didn't match pod topology spread constraints, 1 node(s) had untolerated taint(s)",
    ],
    [
      'reports minDomains above the number of domains',
      web('p', spread(zone, { minDomains: 3 })),
      abc,
      { a: [web('x')], b: [web('y')] },
      "0/3 nodes are available: 3 node(s) didn't match pod topology spread constraints",
    ],
    [
      'reports nodes without the topology label',
      web('p', spread('rack')),
      [aNode('a')],
      {},
      "0/1 nodes are available: 1 node(s) didn't match pod topology spread constraints (missing required label)",
    ],
    [
      'counts only pods of the same revision with matchLabelKeys',
      aPod('p', {
        labels: { app: 'web', rev: '2' },
        spec: spread(zone, { matchLabelKeys: ['rev'] }),
      }),
      [aNode('a', inZone('za')), aNode('b', inZone('zb'))],
      {
        a: [aPod('x', { labels: { app: 'web', rev: '2' } })],
        b: [aPod('y', { labels: { app: 'web', rev: '1' } })],
      },
      'bound to b',
    ],
    [
      'does not count pods in deletion',
      web('p', anti(zone)),
      [aNode('a', inZone('za'))],
      {
        a: [
          aPod('x', {
            labels: { app: 'web' },
            metadata: { deletionTimestamp: '2026-11-21T10:00:00Z' },
          }),
        ],
      },
      'bound to a',
    ],
    [
      'puts pods of one controller on different nodes',
      aPod('p', {
        metadata: {
          ownerReferences: [
            { apiVersion: 'apps/v1', kind: 'ReplicaSet', name: 'r', uid: 'r', controller: true },
          ],
        },
      }),
      [aNode('a'), aNode('b')],
      {
        a: [
          aPod('x', {
            metadata: {
              ownerReferences: [
                {
                  apiVersion: 'apps/v1',
                  kind: 'ReplicaSet',
                  name: 'r',
                  uid: 'r',
                  controller: true,
                },
              ],
            },
          }),
        ],
      },
      'bound to b',
    ],
    [
      'prefers the emptier node',
      aPod('p', { requests: { cpu: '1' } }),
      [aNode('a'), aNode('b')],
      { a: [aPod('x', { requests: { cpu: '2' } })] },
      'bound to b',
    ],
    [
      'avoids a soft taint while it can',
      aPod('p'),
      [aNode('a', { spec: { taints: [{ key: 'x', effect: 'PreferNoSchedule' }] } }), aNode('b')],
      {},
      'bound to b',
    ],
  ])('%s', (_what, pod, nodes, ...[bound, expected]) => {
    expect(messageOf(chooseNode(pod, view(nodes, bound)))).toBe(expected);
  });

  it('places a pod in the zone of its volume', () => {
    const claims: ClaimView = {
      constraintOf: () => ({
        kind: 'Nodes',
        reason: 'conflict',
        matches: ({ labels }) => labels[zone] === 'zb',
      }),
    };
    const pod = aPod('p', {
      spec: { volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }] },
    });
    expect(messageOf(chooseNode(pod, view(abc, {}, claims)))).toBe('bound to b');
    const missing: ClaimView = {
      constraintOf: () => ({ kind: 'Refused', reason: 'persistentvolumeclaim "c" not found' }),
    };
    expect(messageOf(chooseNode(pod, view(abc, {}, missing)))).toBe(
      '0/3 nodes are available: 3 persistentvolumeclaim "c" not found',
    );
  });

  it('never exceeds the capacity of a node', () => {
    const pods = fc.array(
      fc.record({
        cpu: fc.integer({ min: 1, max: 3000 }),
        memory: fc.integer({ min: 1, max: 9000 }),
      }),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(pods, (requests) => {
        const world = view([
          aNode('a'),
          aNode('b', { allocatable: { pods: '3' } }),
          aNode('c', { allocatable: { cpu: '500m' } }),
        ]);
        for (const [index, { cpu, memory }] of requests.entries()) {
          const pod = aPod(`p${index}`, { requests: { cpu: `${cpu}m`, memory: `${memory}Mi` } });
          const placement = chooseNode(pod, world);
          if (placement.kind === 'Node')
            world.nodes.find(({ name }) => name === placement.nodeName)?.add(pod);
        }
        for (const node of world.nodes) {
          for (const resource of ['cpu', 'memory', 'pods']) {
            expect(node.requestedOf(resource)).toBeLessThanOrEqual(node.allocatable[resource] ?? 0);
          }
        }
      }),
      { seed: 13, numRuns: 100 },
    );
  });
});

describe('node states', () => {
  it('are unchanged after a pod was added and removed', () => {
    const state = new NodeState(aNode('a'));
    const pod = aPod('p', {
      requests: { cpu: '1' },
      spec: { containers: [{ name: 'c', ports: [{ containerPort: 1, hostPort: 80 }] }] },
    });
    state.add(pod);
    state.add({ ...pod, status: { phase: 'Running' } });
    expect(state.requestedOf('pods')).toBe(1);
    state.remove(pod);
    expect([
      state.requestedOf('cpu'),
      state.requestedOf('pods'),
      state.hasPort({ containerPort: 1, hostPort: 80 }),
    ]).toEqual([0, 0, false]);
  });
});

describe('requests', () => {
  it('are the maximum of running and init containers, with sidecars and overhead', () => {
    const container = (cpu: string, restartPolicy?: string) => ({
      name: cpu,
      resources: { requests: { cpu } },
      ...(restartPolicy === undefined ? {} : { restartPolicy }),
    });
    expect(requestsOf({ containers: [container('1'), container('500m')] })).toEqual({ cpu: 1500 });
    expect(requestsOf({ containers: [container('1')], initContainers: [container('3')] })).toEqual({
      cpu: 3000,
    });
    expect(
      requestsOf({
        containers: [container('1')],
        initContainers: [container('500m', 'Always'), container('2')],
      }),
    ).toEqual({ cpu: 2500 });
    expect(requestsOf({ containers: [container('1')], overhead: { cpu: '250m' } })).toEqual({
      cpu: 1250,
    });
  });
});

describe('tolerations', () => {
  const taint = { key: 'a', value: 'b', effect: 'NoSchedule' };

  it.each([
    [{ key: 'a', operator: 'Exists' }, true],
    [{ operator: 'Exists' }, true],
    [{ key: 'a', value: 'b' }, true],
    [{ key: 'a', operator: 'Equal', value: 'c' }, false],
    [{ key: 'a', operator: 'Exists', effect: 'NoExecute' }, false],
    [{ key: 'x', operator: 'Exists' }, false],
    [{}, false],
  ])('%j tolerates a=b:NoSchedule: %s', (toleration, expected) => {
    expect(tolerates(toleration, taint)).toBe(expected);
  });
});

describe('the queue', () => {
  const pod = (name: string, priority: number, creationTimestamp: string): Pod =>
    aPod(name, { spec: { priority }, metadata: { creationTimestamp } });
  const drain = (queue: SchedulingQueue): readonly string[] => {
    const names: string[] = [];
    for (let next = queue.next(); next !== undefined; next = queue.next())
      names.push(next.metadata.name);
    return names;
  };

  it('returns pods by priority, then by age, including later ones', () => {
    const queue = new SchedulingQueue();
    queue.add(pod('old', 0, '2026-01-01T00:00:00Z'));
    queue.add(pod('new', 0, '2026-01-03T00:00:00Z'));
    expect(queue.next()?.metadata.name).toBe('old');
    queue.add(pod('urgent', 5, '2026-01-04T00:00:00Z'));
    queue.add(pod('middle', 0, '2026-01-02T00:00:00Z'));
    expect(drain(queue)).toEqual(['urgent', 'middle', 'new']);
    expect(queue.hasWork).toBe(false);
  });

  it('keeps unschedulable pods until a relevant change', () => {
    const queue = new SchedulingQueue();
    queue.add(pod('a', 0, '2026-01-01T00:00:00Z'));
    queue.add(pod('b', 0, '2026-01-02T00:00:00Z'));
    drain(queue);
    queue.retry(({ metadata }) => metadata.name === 'b');
    expect(drain(queue)).toEqual(['b']);
  });

  it('removes deleted pods', () => {
    const queue = new SchedulingQueue();
    const gone = pod('a', 0, '2026-01-01T00:00:00Z');
    queue.add(gone);
    queue.remove(gone);
    expect(drain(queue)).toEqual([]);
    queue.retry(() => true);
    expect(drain(queue)).toEqual([]);
  });

  it('is always in order', () => {
    const arrivals = fc.array(
      fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 9 })),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(arrivals, arrivals, (first, second) => {
        const queue = new SchedulingQueue();
        const add = (list: readonly [number, number][], prefix: string): void => {
          for (const [index, [priority, day]] of list.entries()) {
            queue.add(
              pod(`${priority}-${day}-${prefix}${index}`, priority, `2026-01-0${day}T00:00:00Z`),
            );
          }
        };
        add(first, 'a');
        const head = queue.next();
        add(second, 'b');
        const keys = drain(queue).map((name) => name.slice(0, 3));
        expect(keys).toEqual(
          keys.toSorted((a, b) => Number(b[0]) - Number(a[0]) || Number(a[2]) - Number(b[2])),
        );
        expect(keys).toHaveLength(first.length + second.length - (head === undefined ? 0 : 1));
      }),
      { seed: 17, numRuns: 200 },
    );
  });
});
