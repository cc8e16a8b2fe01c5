import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPod } from '../../../testing/builders.js';
import type { Pod } from '../../resources/types/pod.js';
import { resolveAmount } from '../resolve-amount.js';
import { inDeletionOrder } from './deletion-order.js';
import { templateHash } from './pod-template.js';
import { nextRollingStep, type ReplicaCount } from './rolling-update.js';

describe('amounts', () => {
  it.each([
    [3, 10, 'up', 3],
    ['25%', 10, 'up', 3],
    ['25%', 10, 'down', 2],
    ['100%', 7, 'down', 7],
    [undefined, 10, 'up', 0],
  ] as const)('%s of %i rounded %s is %i', (value, total, rounding, expected) => {
    expect(resolveAmount(value, total, rounding)).toBe(expected);
  });
});

describe('a rolling update', () => {
  it('replaces pods step by step within its limits, and completes', () => {
    const plans = fc.record({
      desired: fc.integer({ min: 0, max: 12 }),
      maxSurge: fc.integer({ min: 0, max: 4 }),
      maxUnavailable: fc.integer({ min: 0, max: 4 }),
      // Random numbers that select the pods that become ready.
      luck: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 20 }),
    });
    fc.assert(
      fc.property(plans, ({ desired, maxSurge, maxUnavailable, luck }) => {
        fc.pre(maxSurge + maxUnavailable > 0);
        let old: ReplicaCount = { name: 'old', replicas: desired, available: desired };
        let current: ReplicaCount = { name: 'new', replicas: 0, available: 0 };
        for (let round = 0; round < 200; round += 1) {
          const steps = nextRollingStep({ desired, maxSurge, maxUnavailable, current, old: [old] });
          old = resize(old, steps);
          current = resize(current, steps);
          expect(old.replicas + current.replicas).toBeLessThanOrEqual(desired + maxSurge);
          expect(old.available + current.available).toBeGreaterThanOrEqual(
            desired - maxUnavailable,
          );
          const ready = Math.max(luck[round % luck.length] ?? 1, round % 7 === 0 ? 1 : 0);
          current = {
            ...current,
            available: Math.min(current.replicas, current.available + ready),
          };
        }
        expect([old.replicas, current.replicas]).toEqual([0, desired]);
      }),
      { seed: 19, numRuns: 200 },
    );
  });

  function resize(count: ReplicaCount, steps: ReadonlyMap<string, number>): ReplicaCount {
    const replicas = steps.get(count.name) ?? count.replicas;
    return { ...count, replicas, available: Math.min(count.available, replicas) };
  }

  it('removes unavailable pods first', () => {
    const steps = nextRollingStep({
      desired: 4,
      maxSurge: 1,
      maxUnavailable: 1,
      current: { name: 'new', replicas: 1, available: 0 },
      old: [
        { name: 'broken', replicas: 1, available: 0 },
        { name: 'good', replicas: 3, available: 3 },
      ],
    });
    expect(steps).toEqual(new Map([['broken', 0]]));
  });
});

describe('deletion order', () => {
  const now = Date.parse('2026-01-05T00:00:00Z');
  const onNode = (nodeName: string, readyFor: number, metadata: Partial<Pod['metadata']> = {}) => ({
    spec: { nodeName },
    status: {
      phase: 'Running' as const,
      conditions: [
        {
          type: 'Ready',
          status: 'True',
          lastTransitionTime: new Date(now - readyFor * 1000).toISOString(),
        },
      ],
    },
    metadata,
  });
  const cost = (value: string): Partial<Pod['metadata']> => ({
    annotations: { 'controller.kubernetes.io/pod-deletion-cost': value },
  });
  const namesOf = (pods: readonly Pod[], related = pods): readonly string[] =>
    inDeletionOrder(pods, related, now).map(({ metadata }) => metadata.name);

  it('starts with the least useful pods', () => {
    const pods = [
      aPod('long-ready', onNode('a', 4000)),
      aPod('precious', onNode('a', 4, cost('10'))),
      aPod('just-ready', onNode('a', 40)),
      aPod('alone', onNode('b', 40)),
      aPod('starting', { spec: { nodeName: 'a' }, status: { phase: 'Pending' } }),
      aPod('not-ready', { spec: { nodeName: 'a' }, status: { phase: 'Running' } }),
      aPod('unbound', { status: { phase: 'Pending' } }),
      aPod('cheap', onNode('b', 4000, cost('-1'))),
    ];
    expect(namesOf(pods)).toEqual([
      'unbound',
      'starting',
      'not-ready',
      'cheap',
      'just-ready',
      'long-ready',
      'alone',
      'precious',
    ]);
  });

  it('ignores a deletion cost that is no 32-bit integer', () => {
    const pods = ['1e9', '+7', '007', '2147483648', ' '].map((value, index) =>
      aPod(`wrong-${index}`, onNode('a', 4, cost(value))),
    );
    const last = aPod('right', onNode('a', 4, cost('1')));
    expect(namesOf([last, ...pods]).at(-1)).toBe('right');
    expect(namesOf([last, ...pods]).at(0)).toBe('wrong-0');
  });

  it('counts the pods of all ReplicaSets of a Deployment on a node', () => {
    const pods = [aPod('alone', onNode('b', 4)), aPod('beside-old', onNode('a', 4))];
    const old = aPod('old', onNode('a', 4));
    expect(namesOf(pods)).toEqual(['alone', 'beside-old']);
    expect(namesOf(pods, [...pods, old])).toEqual(['beside-old', 'alone']);
  });

  it('compares ages by their order of magnitude, then the uid', () => {
    const pods = [
      aPod('old', onNode('a', 10_000, { uid: 'a' })),
      aPod('second', onNode('a', 1000, { uid: 'c' })),
      aPod('first', onNode('a', 1001, { uid: 'b' })),
    ];
    expect(namesOf(pods)).toEqual(['first', 'second', 'old']);
  });

  it('prefers pods that restarted more often', () => {
    const restarted = (name: string, restartCount: number): Pod => {
      const pod = aPod(name, onNode('a', 4));
      const container = {
        name: 'c',
        image: 'x',
        imageID: 'x',
        ready: true,
        restartCount,
        state: {},
        lastState: {},
      };
      return { ...pod, status: { ...pod.status, containerStatuses: [container] } };
    };
    expect(namesOf([restarted('a', 0), restarted('b', 2)])).toEqual(['b', 'a']);
  });
});

describe('template hashes', () => {
  it('depend on the content, not on the order of keys', () => {
    const one = {
      metadata: { labels: { a: '1', b: '2' } },
      spec: { containers: [{ name: 'c', image: 'x' }] },
    };
    const same = {
      spec: { containers: [{ image: 'x', name: 'c' }] },
      metadata: { labels: { b: '2', a: '1' } },
    };
    const other = { ...one, spec: { containers: [{ name: 'c', image: 'y' }] } };
    expect(templateHash(one)).toBe(templateHash(same));
    expect(templateHash(one)).not.toBe(templateHash(other));
    expect(templateHash(one)).toMatch(/^[a-z0-9]{1,10}$/);
  });
});
