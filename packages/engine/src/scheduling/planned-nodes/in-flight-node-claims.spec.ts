import { invariant } from '@kerf/core';
import { aPod, aSnapshot } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { bitsOf } from '../../requirements/bits.js';
import { VolumeUsage } from '../../volumes/volume-usage.js';
import { compileProblem } from '../problem/problem.js';
import { type InFlightNodeClaim, InFlightNodeClaims } from './in-flight-node-claims.js';

const { templates, resources, pods } = compileProblem(
  aSnapshot().withPods(aPod().onHostPort(80)).build(),
);
const [template] = templates;
const [queued] = pods;
invariant(template !== undefined && queued !== undefined, 'a pool and a pod');
const gib = 2 ** 30;
const requesting = (milliCpu: number, memoryGib: number) =>
  resources.vectorOf({ cpu: milliCpu, memory: memoryGib * gib });
const none = bitsOf(100, []);

/** A node of up to 7.9 CPUs and 32 GiB, with these requests. */
function taken(milliCpu: number, memoryGib: number, host = 0): InFlightNodeClaim {
  invariant(template !== undefined, 'a pool');
  const { requirements, usable: types } = template;
  return {
    template,
    host,
    requirements,
    types,
    requests: requesting(milliCpu, memoryGib),
    relaxesMinValues: false,
    limits: [],
    pods: [],
    hostPorts: [],
    volumes: new VolumeUsage(),
    deviceUses: null,
  };
}

function opened(...claims: readonly InFlightNodeClaim[]): InFlightNodeClaims {
  const made = new InFlightNodeClaims();
  for (const claim of claims) made.open(claim);
  return made;
}

describe('the next planned node for a pod', () => {
  const claims = opened(taken(7_000, 1), taken(100, 31), taken(6_900, 28), taken(100, 1));
  const next = (milliCpu: number, memoryGib: number, from = 0, excluded = none) =>
    claims.nextPossible(from, requesting(milliCpu, memoryGib), excluded);

  it('has at least the requested CPU and memory, exact fits included', () => {
    expect([next(900, 1), next(901, 1), next(901, 2), next(1_000, 4)]).toEqual([0, 1, 2, 2]);
    expect([next(1_000, 4.1), next(1_001, 4)]).toEqual([3, 3]);
  });

  it('comes after the start position and is not one to skip', () => {
    expect([next(500, 1, 1), next(500, 1, 3)]).toEqual([1, 3]);
    expect(next(500, 1, 0, bitsOf(100, [0, 1]))).toBe(2);
  });

  it('does not exist if all are too full or skipped', () => {
    expect(next(7_900, 1)).toBe(4);
    expect(next(500, 1, 0, bitsOf(100, [0, 1, 2, 3]))).toBe(4);
    expect(next(500, 1, 4)).toBe(4);
  });

  it('keeps its free capacity until a pod takes it', () => {
    const opening = opened(taken(0, 0));
    const [only] = opening.all;
    invariant(only !== undefined, 'a claim');
    const requests = requesting(7_500, 1);
    invariant(queued !== undefined, 'a pod');
    const placement = { ...only, requests, reservationIds: new Set<string>() };
    expect(opening.nextPossible(0, requesting(1_000, 1), none)).toBe(0);
    opening.fill(0, placement, queued);
    expect(opening.nextPossible(0, requesting(1_000, 1), none)).toBe(1);
    expect([only.pods, only.hostPorts]).toEqual([[queued], queued.pod.spec.hostPorts]);
  });

  it('is found if there are more nodes than the initial capacity of the index', () => {
    const full = Array.from({ length: 69 }, (_, host) => taken(7_900, 1, host));
    const many = opened(...full, taken(0, 0, 69));
    const position = many.nextPossible(0, requesting(1, 1), none);
    expect(many.atPosition(position).host).toBe(69);
    expect(many.nextPossible(0, requesting(0, 1), none)).toBe(0);
  });
});

describe('a position without a planned NodeClaim', () => {
  it('violates an invariant', () => {
    expect(() => opened().atPosition(0)).toThrow('there is no NodeClaim at this position');
  });
});
