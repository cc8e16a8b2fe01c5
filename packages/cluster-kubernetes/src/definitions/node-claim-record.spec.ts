import type { JsonObject } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { readNodeClaim } from './node-claim-record.js';

const meta = {
  name: 'default-1',
  namespace: '',
  uid: 'u',
  createdAt: 0,
  deletionRequestedAt: null,
  clockAheadMs: 0,
  raw: {},
} as const;
const conditionsOf = (...conditions: readonly JsonObject[]) =>
  readNodeClaim({ status: { conditions } }, meta, () => undefined).conditions;

describe('the conditions of a NodeClaim object', () => {
  it('are not kept while it has none that may change', () => {
    expect(conditionsOf({ type: 'Ready', status: 'True', reason: 'Ready' })).toBeNull();
  });

  it('have the reasons of those that are true', () => {
    expect(
      conditionsOf(
        { type: 'Drifted', status: 'True', reason: 'AMIDrift' },
        { type: 'Consolidatable', status: 'True', reason: 'Consolidatable' },
        { type: 'ConsistentStateFound', status: 'True', reason: 'ConsistentStateFound' },
        { type: 'DisruptionReason', status: 'True', reason: 'Empty' },
      ),
    ).toEqual({
      name: 'default-1',
      drifted: 'AMIDrift',
      consolidatable: true,
      consistent: true,
      disruption: 'Empty',
    });
  });

  it('have those that are false as such', () => {
    expect(
      conditionsOf(
        { type: 'Drifted', status: 'False', reason: 'AMIDrift' },
        { type: 'Consolidatable', status: 'False', reason: 'Consolidatable' },
        { type: 'ConsistentStateFound', status: 'False', reason: 'ConsistencyCheckFailed' },
      ),
    ).toEqual({
      name: 'default-1',
      drifted: null,
      consolidatable: false,
      consistent: false,
      disruption: null,
    });
  });
});

describe('the record for the node of a NodeClaim object until it is initialized', () => {
  const raw = {
    labels: { 'karpenter.sh/nodepool': 'default', team: 'web' },
    annotations: { owner: 'ada', 'karpenter.sh/nodepool-hash': 'h1' },
  };
  const object = {
    spec: {
      nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'al2023' },
      taints: [{ key: 'team', value: 'web', effect: 'NoSchedule' }],
      startupTaints: [{ key: 'cni', effect: 'NoExecute' }],
      resources: { requests: { cpu: '500m', memory: '1Gi' } },
    },
    status: {
      providerID: 'aws:///a/i-1',
      capacity: { cpu: '2' },
      allocatable: { cpu: '1900m' },
    },
  };
  const startingOf = (
    conditions: readonly string[],
    labels: Readonly<Record<string, string>> = {},
  ) => {
    const status = {
      ...object.status,
      conditions: conditions.map((type) => ({ type, status: 'True' })),
    };
    const ofObject = { ...meta, raw: { ...raw, labels: { ...raw.labels, ...labels } } };
    const read = readNodeClaim({ ...object, status }, ofObject, () => undefined);
    return read.adoptable?.starting;
  };

  it('is read from its object', () => {
    expect(startingOf(['Launched'])).toEqual({
      isRegistered: false,
      labels: raw.labels,
      annotations: { owner: 'ada' },
      taints: [{ key: 'team', value: 'web', effect: 'NoSchedule' }],
      startupTaints: [{ key: 'cni', value: '', effect: 'NoExecute' }],
      requests: { cpu: 500, memory: 1024 ** 3 },
      capacity: { cpu: 2_000 },
      allocatable: { cpu: 1_900 },
    });
    expect(startingOf(['Launched', 'Registered'])).toMatchObject({ isRegistered: true });
  });

  it('is not kept for an initialized node, nor for one that Kerf launched', () => {
    expect(startingOf(['Launched', 'Registered', 'Initialized'])).toBeUndefined();
    expect(startingOf(['Launched'], { 'app.kubernetes.io/managed-by': 'kerf' })).toBeUndefined();
  });
});
