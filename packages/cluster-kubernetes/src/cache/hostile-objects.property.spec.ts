import { isRecord, type JsonObject } from '@kerf/core';
import { nodeObject, podObject, unschedulable } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ignoringListener } from '../testing/ignoring-listener.js';
import { createTableParts } from '../testing/table-parts.js';
import { resourceNames } from '../watch/resources.js';
import { ClusterState } from './cluster-state.js';
import { Findings } from './findings.js';

const seed = 20261121;

function newState(): { readonly state: ClusterState; readonly findings: Findings } {
  const findings = new Findings({ now: () => 0 });
  return {
    state: new ClusterState('clu_1', createTableParts(findings), ignoringListener),
    findings,
  };
}

/** Objects with every field that is read, which are made invalid one by one. */
const whole: JsonObject = {
  ...podObject('victim'),
  metadata: {
    ...Object(podObject('victim')['metadata']),
    ownerReferences: [{ kind: 'DaemonSet', name: 'd', controller: true }],
    annotations: { 'karpenter.sh/do-not-disrupt': 'true' },
    finalizers: ['a/b'],
    deletionTimestamp: '2026-11-21T10:00:00Z',
  },
  provisioner: 'p',
  volumeBindingMode: 'WaitForFirstConsumer',
  allowedTopologies: [{ matchLabelExpressions: [{ key: 'k', values: ['v'] }] }],
  spec: {
    ...Object(nodeObject('n')['spec']),
    nodeName: 'n1',
    volumes: [{ name: 'v', persistentVolumeClaim: { claimName: 'c' } }, { ephemeral: {} }],
    containers: [{ name: 'm', ports: [{ hostPort: 1 }], resources: { requests: { cpu: '1' } } }],
    initContainers: [{ name: 'i', restartPolicy: 'Always', resources: { limits: { cpu: '1' } } }],
    overhead: { cpu: '1' },
    resources: { requests: { cpu: '1' } },
    tolerations: [{ key: 'a', operator: 'Exists', effect: 'NoSchedule' }],
    taints: [{ key: 'a', effect: 'NoSchedule' }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] }],
        },
      },
      podAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: {} } }],
      },
    },
    topologySpreadConstraints: [{ topologyKey: 'z', labelSelector: {} }],
    nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [] }] } },
    template: { metadata: { labels: {} }, spec: { containers: [] } },
    drivers: [{ name: 'd', allocatable: { count: 1 } }],
    selector: { matchLabels: {} },
    claimRef: { name: 'c' },
  },
  status: {
    ...Object(nodeObject('n')['status']),
    conditions: [unschedulable],
    containerStatuses: [{ name: 'm', allocatedResources: { cpu: '2' } }],
    disruptionsAllowed: 1,
  },
};

function paths(value: unknown, at: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, member]) => paths(member, [...at, key]))];
}

function corrupt(value: unknown, [key, ...rest]: readonly string[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(value))
    return value.map((member, index) =>
      String(index) === key ? corrupt(member, rest, by) : member,
    );
  return isRecord(value) ? { ...value, [key]: corrupt(value[key], rest, by) } : value;
}

const odd = fc.oneof(
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom('x'.repeat(64 * 1024), Number.MAX_VALUE, -1, '', null, [null], { a: null }),
);

/** Findings about readers that threw. */
function unread(findings: Findings): readonly unknown[] {
  return findings.list().filter(({ problem }) => problem.startsWith('cannot be read'));
}

describe('the cluster cache', () => {
  it('accepts any JSON as any object, and still has a view', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...resourceNames), fc.jsonValue({ maxDepth: 5 }))),
        (objects) => {
          const { state, findings } = newState();
          const sinks = state.sinks();
          for (const [name, object] of objects) {
            sinks[name].put(object);
            sinks[name].remove(object);
            sinks[name].put({ metadata: { name: 'a', uid: 'b' }, spec: object, status: object });
          }
          state.takeChanges(1, 'Delta');
          expect(Object.isFrozen(state.view(1))).toBe(true);
          expect(unread(findings)).toEqual([]);
        },
      ),
      { seed, numRuns: 300 },
    );
  });

  it('accepts any value in any field', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...resourceNames),
        fc.constantFrom(...paths(whole)),
        odd,
        (name, path, value) => {
          const { state, findings } = newState();
          const sink = state.sinks()[name];
          sink.put(whole);
          sink.put(corrupt(whole, path, value));
          state.takeChanges(1, 'Everything');
          state.view(1);
          expect(unread(findings)).toEqual([]);
        },
      ),
      { seed, numRuns: 3_000 },
    );
  });

  it('does not depend on the order of objects', () => {
    const pods = ['a', 'b', 'c'].map((name) => podObject(name, { spec: { nodeName: 'n1' } }));
    const puts = [
      ...pods.map((pod) => ['pods', pod] as const),
      ['nodes', nodeObject('n1')] as const,
    ];
    const look = (order: readonly (typeof puts)[number][]): unknown => {
      const { state } = newState();
      for (const [name, object] of order) state.sinks()[name].put(object);
      const [node] = state.view(1).nodes;
      return node?.pods.map(({ name }) => name).sort();
    };
    fc.assert(
      fc.property(fc.shuffledSubarray(puts, { minLength: puts.length }), (order) => {
        expect(look(order)).toEqual(['a', 'b', 'c']);
      }),
      { seed, numRuns: 50 },
    );
  });
});
