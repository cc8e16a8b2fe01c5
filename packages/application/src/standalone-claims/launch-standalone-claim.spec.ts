import { labelKeys } from '@kerf/core';
import { aDefinitionRefusal } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { requireCluster, requireKnown } from '../clusters/require-cluster.js';
import { type Cluster, defaultClusterSettings } from '../domain/cluster/cluster.js';
import type { CachedStandaloneClaim } from '../ports/cluster-cache.js';
import type { Ports } from '../ports/ports.js';
import { inTransactions, requestedJobs } from '../testing/disruption-setup.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { findingObject, launchStandaloneClaim } from './launch-standalone-claim.js';

const nodeClassRef = { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' };
const onDemand = { key: labelKeys.capacityType, operator: 'In', values: ['on-demand'] };
const spec = {
  nodeClassRef,
  requirements: [onDemand],
  resources: { requests: { cpu: '3', memory: '2Gi' } },
  taints: [{ key: 'build', effect: 'NoSchedule' }],
  expireAfter: '10m',
  terminationGracePeriod: '1m',
};

const anObject = (fields: Partial<CachedStandaloneClaim> = {}): CachedStandaloneClaim => ({
  name: 'build-box',
  uid: 'u-1',
  labels: { team: 'web' },
  annotations: {},
  createdAt: 5,
  deletionRequestedAt: null,
  hasTerminationFinalizer: false,
  spec,
  ...fields,
});

async function launch(
  setup: ClusterSetup,
  object: CachedStandaloneClaim = anObject(),
  ports: Ports = setup.ports,
): Promise<boolean> {
  const cluster = requireKnown(await requireCluster(setup.store, setup.clusterId));
  return launchStandaloneClaim(ports, cluster, object);
}

describe('launchStandaloneClaim', () => {
  it('records a NodeClaim with the name and the terms of the object', async () => {
    const setup = await setUpCluster();
    expect(await launch(setup)).toBe(true);
    const [claim] = setup.store.tables.nodeClaims.all();
    expect(claim).toMatchObject({
      name: 'build-box',
      state: 'Requested',
      nodePool: null,
      nodeClass: 'default',
      nodePoolHash: '',
      nodeClassHash: 'b',
      terms: { expireAfter: '10m', terminationGracePeriod: '1m' },
      standalone: { objectUid: 'u-1', createdAt: 5 },
      requestedAt: setup.clock.now(),
      plan: {
        labels: expect.objectContaining({ team: 'web' }),
        taints: [{ key: 'build', effect: 'NoSchedule' }],
        expected: { instanceType: 'c5.xlarge', capacityType: 'on-demand' },
      },
    });
  });

  it('has no grace period when the object names none', async () => {
    const setup = await setUpCluster();
    const { terminationGracePeriod: _, ...others } = spec;
    await launch(setup, anObject({ spec: others }));
    expect(setup.store.tables.nodeClaims.all()).toMatchObject([
      { terms: { terminationGracePeriod: null } },
    ]);
  });

  it('records a decision without approval that names the object, and requests the launch', async () => {
    const setup = await setUpCluster({ mode: 'approve' });
    const { clusterId, clock, store } = setup;
    await launch(setup);
    const [claim] = store.tables.nodeClaims.all();
    const [decision] = store.tables.decisions.all();
    expect(claim?.decisionId).toBe(decision?.id);
    expect(decision).toMatchObject({
      kind: 'Provision',
      state: 'Executing',
      nodePools: [],
      nodeClaimIds: [claim?.id],
      nodeCount: 1,
      podCount: 0,
      costChangeMicroUsdPerHour: 170_000,
      body: {
        batchId: null,
        standaloneClaim: 'build-box',
        result: { totalPriceMicroUsdPerHour: 170_000 },
      },
    });
    expect(requestedJobs(setup, 'node-claim.launch')).toEqual([
      {
        message: { type: 'node-claim.launch', clusterId, nodeClaimIds: [claim?.id] },
        deliverAt: clock.now(),
      },
    ]);
    expect(requestedJobs(setup, 'node-claim.create-objects')).toEqual([]);
  });

  it('records nothing when another run has recorded the object', async () => {
    const setup = await setUpCluster();
    await launch(setup);
    await expect(launch(setup)).rejects.toMatchObject({ code: 'STATE.CONFLICT' });
    expect(setup.store.tables.nodeClaims.all()).toHaveLength(1);
    expect(setup.store.tables.decisions.all()).toHaveLength(1);
    expect(requestedJobs(setup, 'node-claim.launch')).toHaveLength(1);
  });

  it('has another digest for other inputs, and the same one for the same', async () => {
    const mark = { instanceType: 'm5.large', zone: 'us-east-1a', code: 'X' };
    const digestOf = async (
      object: CachedStandaloneClaim,
      isMarked = false,
      fields: Partial<Cluster> = {},
    ) => {
      const setup = await setUpCluster(fields);
      const { store, clusterId, clock } = setup;
      const marked = isMarked ? [{ ...mark, capacityType: 'spot' as const }] : [];
      await store.catalog.markUnavailable(clusterId, marked, clock.now() + 1);
      await launch(setup, object);
      return setup.store.tables.decisions.all()[0]?.snapshotDigest;
    };
    const digest = await digestOf(anObject());
    expect(await digestOf(anObject())).toBe(digest);
    expect(await digestOf(anObject({ uid: 'u-2' }))).not.toBe(digest);
    expect(await digestOf(anObject(), true)).not.toBe(digest);
    const settings = { ...defaultClusterSettings, zonalShift: true };
    const zonalShifts = [{ zoneId: 'use1-az3', until: null }];
    expect(await digestOf(anObject(), false, { settings })).toBe(digest);
    expect(await digestOf(anObject(), false, { settings, zonalShifts })).not.toBe(digest);
    expect(await digestOf(anObject({ labels: { team: 'shop' } }))).not.toBe(digest);
  });
});

describe('launchStandaloneClaim, refusals', () => {
  /** Launches the object, and returns why it was refused. */
  async function refusalOf(setup: ClusterSetup, object = anObject()) {
    expect(await launch(setup, object)).toBe(false);
    expect(setup.store.tables.nodeClaims.all()).toEqual([]);
    expect(setup.store.tables.decisions.all()).toEqual([]);
    expect(setup.takeJobs()).toEqual([]);
    return setup.cluster.refusals.get(object.name);
  }

  it('are written to the object and recorded as a finding', async () => {
    const setup = await setUpCluster();
    const object = anObject({ spec: { ...spec, nodeClassRef: { ...nodeClassRef, name: 'gpu' } } });
    expect(await refusalOf(setup, object)).toEqual({
      reason: 'NodeClassNotReady',
      message: 'EC2NodeClass gpu not found',
    });
    expect(setup.store.tables.findings.all()).toMatchObject([
      {
        code: 'STANDALONE_CLAIM_REFUSED',
        object: 'NodeClaim/build-box',
        message: 'EC2NodeClass gpu not found',
        lastSeenAt: setup.clock.now(),
      },
    ]);
  });

  it('name each error of the manifest', async () => {
    const setup = await setUpCluster();
    const refusal = await refusalOf(setup, anObject({ spec: { ...spec, expireAfter: 'soon' } }));
    expect(refusal?.reason).toBe('ValidationFailed');
    expect(refusal?.message).toMatch(/expireAfter: ./);
  });

  it('do not name warnings of the manifest', async () => {
    const setup = await setUpCluster();
    const finding = { code: 'X', found: null, became: null };
    const manifests: Ports['manifests'] = {
      ...setup.ports.manifests,
      readStandaloneClaim: () => ({
        spec: null,
        findings: [
          { ...finding, severity: 'Warning', path: 'a', message: 'is old' },
          { ...finding, severity: 'Error', path: 'b', message: 'is wrong' },
          { ...finding, severity: 'Error', path: 'c', message: 'is missing' },
        ],
      }),
    };
    expect(await launch(setup, anObject(), { ...setup.ports, manifests })).toBe(false);
    expect(setup.cluster.refusals.get('build-box')).toEqual({
      reason: 'ValidationFailed',
      message: 'b: is wrong; c: is missing',
    });
  });

  it('name the problem of an EC2NodeClass that is not ready', async () => {
    const setup = await setUpCluster();
    const problem = { condition: 'AMIsReady', reason: 'NotFound', message: 'no AMI' } as const;
    setup.store.tables.definitions.updateWhere(
      ({ kind }) => kind === 'EC2NodeClass',
      (row) =>
        row.kind === 'EC2NodeClass' && row.resolution !== null
          ? { ...row, resolution: { ...row.resolution, problems: [problem] } }
          : row,
    );
    expect(await refusalOf(setup)).toEqual({
      reason: 'NodeClassNotReady',
      message: 'EC2NodeClass default is not ready: no AMI',
    });
  });

  it('name what cannot be read of a refused EC2NodeClass', async () => {
    const setup = await setUpCluster();
    const { clusterId, store } = setup;
    await store.definitions.saveRefusal(aDefinitionRefusal({ clusterId, kind: 'EC2NodeClass' }));
    expect(await refusalOf(setup)).toEqual({
      reason: 'NodeClassNotReady',
      message: 'EC2NodeClass default is refused: spec.weight: must be a number',
    });
  });

  it('say that no instance type is large enough', async () => {
    const setup = await setUpCluster();
    const resources = { requests: { cpu: '999' } };
    const refusal = await refusalOf(setup, anObject({ spec: { ...spec, resources } }));
    expect(refusal?.reason).toBe('InsufficientCapacity');
    expect(refusal?.message).not.toBe('');
  });

  it('are not recorded when the object could not be written', async () => {
    const setup = await setUpCluster();
    const failure = new RangeError('no API server');
    setup.cluster.applyNodeClaimRefusal = () => Promise.reject(failure);
    const object = anObject({ spec: {} });
    await expect(launch(setup, object)).rejects.toBe(failure);
    expect(setup.store.tables.findings.all()).toEqual([]);
  });

  it('are no refusals while the instance types are unknown', async () => {
    const setup = await setUpCluster();
    setup.store.tables.catalogs.deleteWhere(() => true);
    await expect(launch(setup)).rejects.toMatchObject({ code: 'CATALOG.UNAVAILABLE' });
    expect(setup.cluster.refusals.size).toBe(0);
  });

  it('are no refusals when the decision cannot be stored', async () => {
    const setup = await setUpCluster();
    const failure = new RangeError('no database');
    const ports = inTransactions(setup.ports, ({ decisions }) => ({
      decisions: { ...decisions, insert: () => Promise.reject(failure) },
    }));
    await expect(launch(setup, anObject(), ports)).rejects.toBe(failure);
    expect(setup.cluster.refusals.size).toBe(0);
    expect(setup.store.tables.nodeClaims.all()).toEqual([]);
  });
});

describe('findingObject', () => {
  it('is the kind and name of the object', () => {
    expect(findingObject({ name: 'build-box' })).toBe('NodeClaim/build-box');
  });
});
