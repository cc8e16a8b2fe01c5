import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPod } from '../../../testing/builders.js';
import type { PodStatus } from '../../resources/types/pod.js';
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
  const ready = (since: string): PodStatus => ({
    phase: 'Running',
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: since }],
  });

  it('starts with the least useful pods', () => {
    const pods = [
      aPod('long-ready', { spec: { nodeName: 'a' }, status: ready('2026-01-01T00:00:00Z') }),
      aPod('precious', {
        spec: { nodeName: 'a' },
        status: ready('2026-01-03T00:00:00Z'),
        metadata: { annotations: { 'controller.kubernetes.io/pod-deletion-cost': '10' } },
      }),
      aPod('just-ready', { spec: { nodeName: 'a' }, status: ready('2026-01-02T00:00:00Z') }),
      aPod('alone', { spec: { nodeName: 'b' }, status: ready('2026-01-02T00:00:00Z') }),
      aPod('starting', { spec: { nodeName: 'a' }, status: { phase: 'Pending' } }),
      aPod('not-ready', { spec: { nodeName: 'a' }, status: { phase: 'Running' } }),
      aPod('unbound', { status: { phase: 'Pending' } }),
    ];
    expect(inDeletionOrder(pods).map(({ metadata }) => metadata.name)).toEqual([
      'unbound',
      'starting',
      'not-ready',
      'just-ready',
      'long-ready',
      'alone',
      'precious',
    ]);
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
