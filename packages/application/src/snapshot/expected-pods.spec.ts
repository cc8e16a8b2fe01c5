import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { ExpectedPods } from '../ports/cluster-cache.js';
import { controllerOfExpected, expectedPodsOf, isRealPod, splitPlanned } from './expected-pods.js';

const expectedOf = (ownerName: string, count: number): ExpectedPods => ({
  ownerKind: 'ReplicaSet',
  ownerName,
  wanted: count + 1,
  existing: 1,
  count,
  spec: aPod().spec(),
});

describe('expectedPodsOf', () => {
  it('returns untried pods with the spec of the controller’s pods', () => {
    const pods = expectedPodsOf([expectedOf('web', 2)], 7);
    expect(pods).toMatchObject([
      { name: 'web-expected-1', spec: aPod().spec(), createdAt: 7, isUntried: true },
      { name: 'web-expected-2' },
    ]);
    expect(pods.map(({ uid }) => controllerOfExpected(uid))).toEqual([
      'ReplicaSet/default/web',
      'ReplicaSet/default/web',
    ]);
    expect(pods.map(({ uid }) => isRealPod(uid))).toEqual([false, false]);
  });

  it('returns no more than 5,000 pods of all controllers', () => {
    const pods = expectedPodsOf([expectedOf('a', 3_000), expectedOf('b', 3_000)], 0);
    expect(pods).toHaveLength(5_000);
    expect(new Set(pods.map(({ uid }) => uid)).size).toBe(5_000);
  });
});

describe('splitPlanned', () => {
  const real = (name: string) => aPod(name).build();
  const uids = expectedPodsOf([expectedOf('web', 4)], 0).map(({ uid }) => uid);
  const web = 'ReplicaSet/default/web';
  const split = (missing: number, names: readonly string[], owner = web, planned = uids) => {
    const waiting = [...names.map(real), ...expectedPodsOf([expectedOf('web', missing)], 0)];
    const controllers = new Map(names.map((name) => [name, owner]));
    const result = splitPlanned(waiting, new Set(planned), controllers);
    return [result.planned.length, result.unplanned.map(({ uid }) => uid)] as const;
  };

  it('keeps planned pods that are still expected', () => {
    expect(split(4, [])).toEqual([4, []]);
  });

  it('puts new pods in the place of those that were expected', () => {
    expect(split(1, ['a', 'b', 'c'])).toEqual([4, []]);
  });

  it('leaves further pods of the controller unplanned', () => {
    expect(split(3, ['a', 'b', 'c'])).toEqual([4, ['b', 'c']]);
  });

  it('gives pods of another controller no planned place', () => {
    expect(split(3, ['a'], 'ReplicaSet/default/api')).toEqual([3, ['a']]);
  });

  it('keeps real pods that were planned themselves', () => {
    expect(split(0, ['a', 'b'], web, ['a'])).toEqual([1, ['b']]);
  });
});
