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

describe('displaced pods of a draining node', () => {
  it('are those without a disruption blocker', () => {
    expect(namesOf(false)).toEqual([free.name]);
  });

  it('are all except daemons if the node ends anyway', () => {
    expect(namesOf(true)).toEqual(
      [free, protectedByAnnotation, heldByBudget].map(({ name }) => name),
    );
  });
});
