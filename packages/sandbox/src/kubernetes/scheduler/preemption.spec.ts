import { describe, expect, it } from 'vitest';
import { aNode, aPod } from '../../testing/builders.js';
import type { Pod, PodSpec } from '../resources/types/pod.js';
import { chooseNode } from './choose-node.js';
import type { SchedulingView } from './filter.js';
import { NodeState } from './node-state.js';

const urgent = (cpu: string, spec: Partial<PodSpec> = {}): Pod =>
  aPod('urgent', { requests: { cpu }, spec: { priority: 100, ...spec } });
const plain = (name: string, cpu: string, fields: Partial<Pod['metadata']> = {}): Pod =>
  aPod(name, { requests: { cpu }, metadata: fields });

function view(
  bound: Readonly<Record<string, readonly Pod[]>>,
  nominated: Readonly<Record<string, readonly Pod[]>> = {},
): SchedulingView {
  const nodes = Object.entries(bound).map(([name, pods]) => new NodeState(aNode(name)).with(pods));
  return {
    nodes,
    namespaceLabels: () => ({}),
    claims: { constraintOf: () => null },
    devices: { needsOf: () => null },
    spreadOf: ({ spec }) => ({
      constraints: spec.topologySpreadConstraints ?? [],
      isConfigured: false,
    }),
    nominatedTo: (name) => nominated[name] ?? [],
    budgets: () => [],
  };
}

describe('preemption', () => {
  it('chooses the node where it does the least harm', () => {
    const important = aPod('important', { requests: { cpu: '4' }, spec: { priority: 50 } });
    const placement = chooseNode(
      urgent('3'),
      view({ a: [important], b: [plain('x', '2'), plain('y', '2')], c: [plain('z', '4')] }),
    );
    expect(placement).toMatchObject({ kind: 'Preemption', nodeName: 'c' });
  });

  it('counts pods that are ending, and those that wait for the node', () => {
    const ending = plain('ending', '4', { deletionTimestamp: '2026-11-21T10:00:00Z' });
    const first = chooseNode(urgent('3'), view({ a: [ending] }));
    expect(first).toMatchObject({ kind: 'Preemption', nodeName: 'a', victims: [ending] });
    const waiting = aPod('waiting', { requests: { cpu: '3' }, spec: { priority: 100 } });
    const second = chooseNode(urgent('3'), view({ a: [ending] }, { a: [waiting] }));
    expect(second).toMatchObject({
      kind: 'Unschedulable',
      message: expect.stringContaining('preemption: 0/1 nodes are available: 1 Insufficient cpu.'),
    });
  });

  it('leaves free capacity to the pod that waits for it', () => {
    const waiting = aPod('waiting', { requests: { cpu: '3' }, spec: { priority: 100 } });
    const crowded = view({ a: [] }, { a: [waiting] });
    expect(chooseNode(plain('later', '2'), crowded).kind).toBe('Unschedulable');
    const nominated = { ...waiting, status: { nominatedNodeName: 'a' } };
    expect(chooseNode(nominated, crowded)).toEqual({ kind: 'Node', nodeName: 'a' });
    const more = aPod('more', { requests: { cpu: '2' }, spec: { priority: 200 } });
    expect(chooseNode(more, crowded)).toEqual({ kind: 'Node', nodeName: 'a' });
  });

  it('is not repeated while the preempted pods end', () => {
    const conditions = [
      { type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' },
    ];
    const ending = {
      ...plain('ending', '4', { deletionTimestamp: '2026-11-21T10:00:00Z' }),
      status: { conditions },
    };
    const pod = { ...urgent('3'), status: { nominatedNodeName: 'a' } };
    const bound = { a: [ending], b: [plain('x', '4')] };
    expect(chooseNode(pod, view(bound, { a: [pod] }))).toMatchObject({
      kind: 'Unschedulable',
      isNominated: true,
      message: expect.stringContaining(
        'preemption: not eligible due to a terminating pod on the nominated node.',
      ),
    });
    const elsewhere = { ...pod, status: { nominatedNodeName: 'c' } };
    expect(chooseNode(elsewhere, view(bound))).toMatchObject({ kind: 'Preemption', nodeName: 'a' });
  });

  it('frees domains of anti-affinity and spread', () => {
    const labels = { app: 'web' };
    const apart = (priority: number): Partial<PodSpec> => ({
      priority,
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { labelSelector: { matchLabels: labels }, topologyKey: 'kubernetes.io/hostname' },
          ],
        },
      },
    });
    const there = aPod('there', { labels, spec: apart(0) });
    const next = aPod('next', { labels, spec: apart(100) });
    expect(chooseNode(next, view({ a: [there] }))).toMatchObject({
      kind: 'Preemption',
      nodeName: 'a',
      victims: [there],
    });
  });

  it('tries few nodes of a large cluster', () => {
    const bound = Object.fromEntries(
      Array.from({ length: 1_000 }, (_, number) => [
        `node-${number}`,
        Array.from({ length: 10 }, (_one, pod) => plain(`p-${number}-${pod}`, '400m')),
      ]),
    );
    let tried = 0;
    const large = {
      ...view(bound),
      budgets: () => {
        tried += 1;
        return [];
      },
    };
    expect(chooseNode(urgent('3'), large).kind).toBe('Preemption');
    expect(tried).toBe(100);
  });
});
