import { aPod, aPodDisruptionBudget, podsWith } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { BoundPod } from '../model/pod.js';
import { displacedPods } from './displaced-pods.js';

const budgets = [aPodDisruptionBudget('held', podsWith({ app: 'held' }))];
const free = aPod('free').running();
const protectedByAnnotation = aPod('job').running({ doNotDisrupt: 'true' });
const heldByBudget = aPod('held').labelled({ app: 'held' }).running();
const daemon = aPod('daemon').running({ ownerKind: 'DaemonSet' });
const pods: readonly BoundPod[] = [free, protectedByAnnotation, heldByBudget, daemon];
const namesOf = (endsAnyway: boolean) =>
  displacedPods({ pods, budgets, now: 0, endsAnyway }).map(({ name }) => name);

describe('pods of a node on its way out', () => {
  it('get another place when nothing keeps them where they are', () => {
    expect(namesOf(false)).toEqual([free.name]);
  });

  it('all get one, daemons aside, when the node ends whatever keeps them', () => {
    expect(namesOf(true)).toEqual(
      [free, protectedByAnnotation, heldByBudget].map(({ name }) => name),
    );
  });
});
