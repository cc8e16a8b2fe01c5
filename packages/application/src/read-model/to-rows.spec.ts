import { invariant, labelKeys } from '@kerf/core';
import { aNodeClaimRecord, FakeCluster } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type RowContext, toNodeRow } from './to-rows.js';

const clusterId = 'clu_1';
const claim = aNodeClaimRecord({ clusterId, id: 'ncl_1' });
const cluster = new FakeCluster(clusterId, () => 0);
cluster.joinNode(claim);
const [node] = cluster.view().nodes;
invariant(node !== undefined, 'a node joined');

const context: RowContext = {
  clusterId,
  asOf: 0,
  priceOf: () => null,
  claimIds: new Map([[claim.instance?.providerId ?? '', claim.id]]),
  movingClaims: new Map(),
  blockers: new Map([[node.name, { reasons: [{ code: 'NOT_EMPTY', pods: 2 }], evaluatedAt: 7 }]]),
  foreignPools: new Set(['general-purpose']),
};

describe('the NodePool of a node', () => {
  const labelled = (nodePool: string) => ({
    ...node,
    labels: { ...node.labels, 'karpenter.sh/nodepool': nodePool },
  });
  const unclaimed = { ...context, claimIds: new Map() };

  it('is that of its label, also before Kerf has adopted it', () => {
    expect(toNodeRow(labelled('default'), unclaimed).nodePool).toBe('default');
  });

  it('is none when another controller launches the nodes of that pool', () => {
    expect(toNodeRow(labelled('general-purpose'), unclaimed)).toMatchObject({
      nodePool: null,
      nodeClaimId: null,
      blockers: [{ code: 'NOT_MANAGED' }],
    });
  });
});

describe('the disruption blockers of a node', () => {
  it('are those of the last evaluation, for a node with a NodeClaim', () => {
    expect(toNodeRow(node, context)).toMatchObject({
      blockers: [{ code: 'NOT_EMPTY', pods: 2 }],
      blockersEvaluatedAt: 7,
    });
  });

  it('are unknown before the first evaluation of the node', () => {
    const row = toNodeRow(node, { ...context, blockers: new Map() });
    expect(row).toMatchObject({
      blockers: [{ code: 'NOT_EVALUATED_YET' }],
      blockersEvaluatedAt: null,
    });
  });

  it('say that Kerf does not manage a node without a NodeClaim', () => {
    const row = toNodeRow(node, { ...context, claimIds: new Map() });
    expect(row.blockers).toEqual([{ code: 'NOT_MANAGED' }]);
  });
});

describe('the on-demand price of a node', () => {
  it('is there beside the price of its own offering, and unknown if the catalog lacks it', () => {
    const priceOf: RowContext['priceOf'] = ({ capacityType }) =>
      capacityType === 'on-demand' ? 96_000 : 30_000;
    const labels = {
      [labelKeys.instanceType]: 'm5.large',
      [labelKeys.zone]: 'us-east-1a',
      [labelKeys.capacityType]: 'spot',
    };
    expect(toNodeRow({ ...node, labels }, { ...context, priceOf })).toMatchObject({
      priceMicroUsdPerHour: 30_000,
      onDemandMicroUsdPerHour: 96_000,
    });
    expect(toNodeRow({ ...node, labels }, context).onDemandMicroUsdPerHour).toBeNull();
  });
});
