import { boundPodObject, pendingPodObject } from '@kerf/testing';
import { expect, it } from 'vitest';
import { createTableParts } from '../testing/table-parts.js';
import { ClusterState } from './cluster-state.js';
import { Findings } from './findings.js';

const ignore = (): void => undefined;

it('yields the pods that are pending now, and no later ones, although each brings another one', () => {
  const { workload } = new ClusterState('clu_1', createTableParts(new Findings({ now: () => 7 })), {
    podMayNeedNode: ignore,
    podMoved: ignore,
    podProgressed: ignore,
    nodeChanged: ignore,
    definitionChanged: ignore,
    nodeClaimChanged: ignore,
  });
  for (const name of ['web-1', 'web-2', 'web-3']) workload.pods.put(pendingPodObject(name));
  const names: string[] = [];
  for (const { name } of workload.podIndex.pendingNow()) {
    names.push(name);
    workload.pods.put(pendingPodObject(`${name}-next`));
    workload.pods.put(boundPodObject('web-2', 'n1'));
    if (names.length > 9) break;
  }
  expect(names.slice(0, 2)).toEqual(['web-1', 'web-3']);
  expect(names.length).toBeLessThanOrEqual(3);
});
