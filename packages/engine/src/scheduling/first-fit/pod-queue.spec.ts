import { aPod, aSnapshot, type PodBuilder } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { compileProblem } from '../problem/problem.js';
import { PodQueue } from './pod-queue.js';

const queued = (...pods: readonly PodBuilder[]) =>
  compileProblem(
    aSnapshot()
      .withPods(...pods)
      .build(),
  ).pods;

/** Returns the order of the pods, if those named are never placed. */
function tried(pods: ReturnType<typeof queued>, ...unplacedPods: readonly string[]) {
  const queue = new PodQueue(pods);
  const names: string[] = [];
  for (let next = queue.next(); next !== undefined; next = queue.next()) {
    names.push(next.pod.name);
    if (unplacedPods.includes(next.pod.name)) queue.failed(next);
    else queue.placed();
  }
  return { names: names.join(' '), rest: queue.rest.map(({ pod }) => pod.name).join(' ') };
}

const sized = (name: string, milliCpu: number, memoryMib: number) =>
  aPod(name).requesting({ milliCpu, memoryMib });

describe('pods are tried', () => {
  it('by most CPU, then by most memory', () => {
    const pods = queued(
      sized('c', 100, 900),
      sized('a', 200, 100),
      sized('d', 100, 100),
      sized('b', 100, 1_000),
    );
    expect(tried(pods).names).toBe('a b c d');
  });

  it('the oldest first among pods of equal size, then by uid', () => {
    const web = sized('web', 100, 100);
    const db = web.labelled({ app: 'db' });
    const pods = queued(
      web.named('newest').createdAt(9),
      db.named('z').createdAt(5),
      db.named('newer').createdAt(7),
      web.named('b').createdAt(5),
      web.named('a').createdAt(5),
    );
    expect(tried(pods).names).toBe('a b z newer newest');
  });

  it('again after another pod was placed, until no more can be placed', () => {
    const pods = queued(sized('a', 300, 1), sized('b', 200, 1), sized('c', 100, 1));
    expect(tried(pods, 'a', 'b')).toEqual({ names: 'a b c a b', rest: 'a b' });
    expect(tried(pods, 'c')).toEqual({ names: 'a b c', rest: 'c' });
    expect(tried(pods, 'a', 'b', 'c')).toEqual({ names: 'a b c', rest: 'a b c' });
    expect(tried(pods)).toEqual({ names: 'a b c', rest: '' });
    expect(tried([])).toEqual({ names: '', rest: '' });
  });
});
