import { aNodeClaimRecord } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { NodeClaim } from '../node-claims/node-claim.js';
import type { MirroredNode } from '../ports/cluster-mirror.js';
import { snapshotNodes } from './snapshot-nodes.js';

const initialized = aNodeClaimRecord({
  clusterId: 'clu_a',
  id: 'ncl_a',
  state: 'Initialized',
  initializedAt: 1,
});

const joined: MirroredNode = {
  name: 'node-a',
  uid: 'uid-a',
  providerId: initialized.instance?.providerId ?? null,
  labels: {},
  annotations: {},
  taints: [],
  finalizers: [],
  capacity: {},
  allocatable: {},
  isReady: true,
  readyChangedAt: null,
  isCordoned: false,
  createdAt: 0,
  deletionRequestedAt: null,
  volumeLimits: {},
  pods: [],
};

const nodeOf = (claim: NodeClaim) =>
  snapshotNodes({
    nodes: [joined],
    claims: [claim],
    decisionByClaim: new Map(),
    nominations: new Map(),
    priceOf: () => null,
    nodePools: [],
    nodeClasses: [],
  })[0];

describe('a node in a snapshot', () => {
  it('is initialized once its claim is', () => {
    expect(nodeOf(initialized)).toMatchObject({ isInitialized: true, isLeaving: false });
    expect(nodeOf({ ...initialized, state: 'Registered', initializedAt: null })).toMatchObject({
      isInitialized: false,
      isLeaving: false,
    });
  });

  it('counts for the budgets of its pool while it drains: initialized, and leaving', () => {
    expect(nodeOf({ ...initialized, state: 'Terminating' })).toMatchObject({
      isInitialized: true,
      isLeaving: true,
    });
  });
});
