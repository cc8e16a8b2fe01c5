import { aDecision, anInterruption, aPlannedClaim } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Decision } from '../domain/decision/decision.js';
import type { Interruption } from '../domain/interruption/interruption.js';
import { aSchedulingResult } from '../testing/scheduling-result.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { placeInterrupted } from './place-interrupted.js';

const now = 9_000;
const result = aSchedulingResult({
  newNodeClaims: [
    aPlannedClaim({ id: 'claim-0001', podUids: ['pod-1', 'pod-2'] }),
    aPlannedClaim({ id: 'claim-0002', podUids: ['pod-3'] }),
  ],
  existingNodes: [{ nodeName: 'ip-10-0-0-9', podUids: ['pod-4'] }],
});
const decision = aDecision({
  clusterId: 'clu_1',
  id: 'dec_1',
  kind: 'Provision',
  body: {
    type: 'Provision',
    batchId: 'bat_1',
    result,
    optionCounts: {},
    pods: {},
    claims: { 'claim-0001': 'ncl_9', 'claim-0002': 'ncl_8' },
  },
});

/** Returns the warnings after their pods were solved. */
async function place(
  warnings: readonly Partial<Interruption>[],
  of: Decision | null = decision,
): Promise<readonly Interruption[]> {
  const { store, clusterId } = await setUpCluster();
  await store.interruptions.insert(
    ...warnings.map((fields, index) =>
      anInterruption({ clusterId, id: `int_${index}`, ...fields }),
    ),
  );
  await store.transaction((tx) => placeInterrupted(tx, { clusterId, now, result, decision: of }));
  return store.tables.interruptions.all();
}

describe('placeInterrupted', () => {
  it('records the NodeClaims of the pods of each warning, sorted and once each', async () => {
    expect(
      await place([{ podUids: ['pod-1', 'pod-2', 'pod-3'] }, { podUids: ['pod-3'] }]),
    ).toMatchObject([
      { replacementRequestedAt: now, replacementClaimIds: ['ncl_8', 'ncl_9'] },
      { replacementRequestedAt: now, replacementClaimIds: ['ncl_8'] },
    ]);
  });

  it('records no NodeClaim for pods that existing nodes have capacity for', async () => {
    expect(await place([{ podUids: ['pod-4'] }])).toMatchObject([
      { replacementRequestedAt: now, replacementClaimIds: [] },
    ]);
  });

  it('counts the placed pods of a warning when others are unschedulable', async () => {
    expect(await place([{ podUids: ['pod-1', 'pod-9'] }])).toMatchObject([
      { replacementRequestedAt: now, replacementClaimIds: ['ncl_9'] },
    ]);
  });

  it.each([
    ['whose pods are all unschedulable', { podUids: ['pod-9'] }],
    ['without pods', { podUids: [] }],
    ['that is only recorded', { action: 'None', podUids: ['pod-1'] }],
    ['whose instance has ended', { endedAt: 5_000, podUids: ['pod-1'] }],
  ] as const)('leaves a warning unchanged %s', async (_which, fields) => {
    expect(await place([fields])).toMatchObject([
      { replacementRequestedAt: null, replacementClaimIds: [] },
    ]);
  });

  it('keeps the placement of an earlier batch', async () => {
    expect(
      await place([
        { podUids: ['pod-1'], replacementRequestedAt: 1_000, replacementClaimIds: ['ncl_2'] },
      ]),
    ).toMatchObject([{ replacementRequestedAt: 1_000, replacementClaimIds: ['ncl_2'] }]);
  });

  it('records the placement without NodeClaims when nothing was launched', async () => {
    expect(await place([{ podUids: ['pod-1'] }], null)).toMatchObject([
      { replacementRequestedAt: now, replacementClaimIds: [] },
    ]);
  });
});
