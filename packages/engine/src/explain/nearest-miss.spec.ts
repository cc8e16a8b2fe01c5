import { invariant } from '@kerf/core';
import { aDaemonSet, anInstanceType, aPod, aSnapshot, type SnapshotBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { compileProblem } from '../scheduling/problem/problem.js';
import { findNearestMiss } from './nearest-miss.js';

/** Returns the nearest type for the first pod, alone on a node of the NodePool. */
function nearestOf(given: SnapshotBuilder) {
  const { resources, templates, pods } = compileProblem(given.build());
  const [template] = templates;
  const [first] = pods;
  invariant(template !== undefined && first !== undefined, 'a pool and a pod');
  return findNearestMiss(resources, template, template.requirements, first.podGroup.requests);
}

const sized = (name: string, milliCpu: number, memoryMib: number) =>
  anInstanceType(name).with({ milliCpu, memoryMib }).reserving({});
const asking = aSnapshot().withPods(aPod().requesting({ milliCpu: 4_000, memoryMib: 4_000 }));
const mib = 2 ** 20;

describe('the nearest instance type of a pod', () => {
  it('lacks the fewest resources', () => {
    const types = [sized('both', 3_900, 3_900), sized('one', 100, 9_000)];
    expect(nearestOf(asking.withInstanceTypes(...types))?.instanceType).toBe('one');
  });

  it('lacks the smallest share of a request, not the smallest amount', () => {
    // An eighth of 4,000 Mi is many more bytes than three quarters of 4 CPUs are thousandths.
    const types = [sized('little-cpu', 1_000, 9_000), sized('little-memory', 9_000, 3_500)];
    expect(nearestOf(asking.withInstanceTypes(...types))?.instanceType).toBe('little-memory');
  });

  it('lacks the smallest sum of shares', () => {
    const types = [sized('one-badly', 3_900, 100), sized('a-bit-of-each', 3_000, 3_000)];
    expect(nearestOf(asking.withInstanceTypes(...types))).toEqual({
      instanceType: 'a-bit-of-each',
      shortages: [
        { resource: 'cpu', requested: 4_000, allocatable: 3_000 },
        { resource: 'memory', requested: 4_000 * mib, allocatable: 3_000 * mib },
      ],
    });
  });

  it('is the first by name among equals', () => {
    const types = ['b', 'a', 'c'].map((name) => sized(name, 1_000, 9_000));
    expect(nearestOf(asking.withInstanceTypes(...types))?.instanceType).toBe('a');
  });

  it('includes the requests of daemons', () => {
    const daemon = aDaemonSet('logs', aPod().requesting({ milliCpu: 500 }));
    const snapshot = asking.withInstanceTypes(sized('t', 4_200, 9_000)).withDaemonSets(daemon);
    expect(nearestOf(snapshot)?.shortages).toEqual([
      { resource: 'cpu', requested: 4_500, allocatable: 4_200 },
    ]);
  });

  it('names every missing resource, and none that is exactly enough', () => {
    const pod = aPod().requesting({ milliCpu: 4_000, memoryMib: 4_000, 'a.com/gpu': 1 });
    const snapshot = aSnapshot().withPods(pod);
    expect(nearestOf(snapshot.withInstanceTypes(sized('t', 4_000, 3_000)))?.shortages).toEqual([
      { resource: 'a.com/gpu', requested: 1, allocatable: 0 },
      { resource: 'memory', requested: 4_000 * mib, allocatable: 3_000 * mib },
    ]);
  });

  it('is null if a type lacks nothing, or if there are no types', () => {
    const types = [sized('small', 1_000, 1_000), sized('fits', 4_000, 4_000)];
    expect(nearestOf(asking.withInstanceTypes(...types))).toBeNull();
    expect(nearestOf(asking.withInstanceTypes())).toBeNull();
  });
});
