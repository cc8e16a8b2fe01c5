import { invariant, reservationLabels } from '@kerf/core';
import { aDefinitionRefusal, aNodeClaimRecord, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import type { Cluster } from '../domain/cluster/cluster.js';
import type { DefinitionRefusal } from '../domain/definition/definition-refusal.js';
import type { NodePoolManifest } from '../domain/definition/node-pool-manifest.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { setUpCluster } from '../testing/set-up-cluster.js';
import { publishDefinitionStatus } from './publish-definition-status.js';
import { resolveNodeClass } from './resolve-node-class.js';

async function setUpStatus(
  fields: Partial<Cluster> = {},
  poolFields: Partial<NodePoolManifest> = {},
) {
  const setup = await setUpCluster(fields, poolFields);
  const { ports, clusterId, cluster } = setup;
  const publish = async (object: string) => {
    await publishDefinitionStatus(ports, { clusterId });
    const status = cluster.statuses.get(object);
    return {
      generation: status?.generation,
      fields: status?.fields,
      conditions: new Map(status?.conditions.map((condition) => [condition.type, condition])),
    };
  };
  return { ...setup, publish };
}

describe('publishDefinitionStatus', () => {
  it('reports a NodePool as ready, with the nodes and resources of its launched NodeClaims', async () => {
    const { publish, store, clusterId } = await setUpStatus();
    await store.nodeClaims.insert([
      aNodeClaimRecord({ clusterId, id: 'ncl_1', state: 'Initialized' }),
      aNodeClaimRecord({ clusterId, id: 'ncl_2', state: 'Requested', instance: null }),
    ]);
    const { conditions, fields } = await publish('NodePool/default');
    expect(conditions.get('Ready')).toMatchObject({ status: 'True' });
    expect(conditions.get('FieldsEffective')).toMatchObject({ status: 'True' });
    expect(fields).toMatchObject({ nodes: 1, resources: { cpu: '2' } });
  });

  it('counts the nodes of a NodePool from their launch until their instance has ended', async () => {
    const { publish, store, clusterId } = await setUpStatus();
    const giB = 1024 ** 3;
    const { instance } = aNodeClaimRecord({ clusterId, id: 'ncl_1' });
    invariant(instance !== null, 'the NodeClaim is launched');
    const capacity = {
      cpu: 1_500,
      memory: 2 * giB,
      'ephemeral-storage': 20 * giB,
      pods: 29,
      'nvidia.com/gpu': 1,
    };
    const launched = (id: string, state: NodeClaim['state']) =>
      aNodeClaimRecord({
        clusterId,
        id,
        name: id,
        state,
        instance: { ...instance, providerId: `aws:///us-east-1a/${id}`, capacity },
      });
    await store.nodeClaims.insert([
      launched('ncl_1', 'Launched'),
      launched('ncl_2', 'Terminating'),
      launched('ncl_3', 'Terminated'),
      { ...launched('ncl_4', 'Initialized'), nodePool: 'batch' },
      { ...launched('ncl_5', 'Initialized'), nodePool: null },
    ]);
    expect((await publish('NodePool/default')).fields).toEqual({
      nodes: 2,
      resources: {
        cpu: '3',
        memory: '4Gi',
        'ephemeral-storage': '40Gi',
        pods: '58',
        'nvidia.com/gpu': '2',
        nodes: '2',
      },
    });
  });

  it('reports zero of each standard resource for a NodePool without nodes', async () => {
    const { publish } = await setUpStatus();
    expect((await publish('NodePool/default')).fields).toEqual({
      nodes: 0,
      resources: { cpu: '0', memory: '0', 'ephemeral-storage': '0', pods: '0', nodes: '0' },
    });
  });

  it('reports why a NodePool cannot launch nodes', async () => {
    const { publish, ports, cloud, clusterId } = await setUpStatus();
    cloud.nodeClassProblems = [
      { condition: 'SubnetsReady', reason: 'SubnetsNotFound', message: 'no subnet matches' },
    ];
    await resolveNodeClass(ports, { clusterId, name: 'default' });
    const pool = await publish('NodePool/default');
    expect(pool.conditions.get('NodeClassReady')).toMatchObject({ status: 'False' });
    expect(pool.conditions.get('Ready')?.message).toContain('no subnet matches');
    const nodeClass = await publish('EC2NodeClass/default');
    expect(nodeClass.conditions.get('SubnetsReady')).toMatchObject({
      status: 'False',
      message: 'no subnet matches',
    });
    expect(nodeClass.conditions.get('AMIsReady')).toMatchObject({ status: 'True' });
    expect(nodeClass.conditions.get('SubnetsReady')?.reason).toBe('SubnetsNotFound');
    expect(nodeClass.conditions.get('ValidationSucceeded')).toEqual({
      type: 'ValidationSucceeded',
      status: 'False',
      reason: 'DependenciesNotReady',
      message: 'Not validated while SubnetsReady is false',
    });
  });

  it('reports a NodePool whose EC2NodeClass is being deleted', async () => {
    const { publish, cluster, store } = await setUpStatus();
    store.tables.definitions.updateWhere(
      () => true,
      (row) => ({ ...row, source: 'Cluster' }),
    );
    cluster.nodeClassObjects = [
      { name: 'default', uid: 'uid-class', isHeld: true, isBeingDeleted: true },
    ];
    const { conditions } = await publish('NodePool/default');
    expect(conditions.get('NodeClassReady')).toMatchObject({
      status: 'False',
      message: 'EC2NodeClass default is being deleted',
    });
  });

  it('41: reports a missing permission with Karpenter’s reason', async () => {
    const { publish, ports, cloud, clusterId } = await setUpStatus();
    const problem = { reason: 'RunInstancesAuthCheckFailed', message: 'no ec2:RunInstances' };
    cloud.nodeClassProblems = [{ condition: 'ValidationSucceeded', ...problem }];
    await resolveNodeClass(ports, { clusterId, name: 'default' });
    const { conditions } = await publish('EC2NodeClass/default');
    expect(conditions.get('ValidationSucceeded')).toMatchObject({ status: 'False', ...problem });
    expect(conditions.get('SubnetsReady')).toMatchObject({ status: 'True' });
    expect(conditions.get('Ready')).toMatchObject({ status: 'False', message: problem.message });
  });

  it('lists what the selectors of an EC2NodeClass resolved to', async () => {
    const { publish } = await setUpStatus();
    const { fields } = await publish('EC2NodeClass/default');
    expect(fields).toMatchObject({
      subnets: [
        { id: 'subnet-0', zone: 'us-east-1a', zoneID: 'use1-az1' },
        { id: 'subnet-1' },
        { id: 'subnet-2' },
      ],
      securityGroups: [{ id: 'sg-1', name: 'nodes' }],
      amis: [
        {
          id: 'ami-1',
          requirements: [
            { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
            { key: 'karpenter.k8s.aws/instance-accelerator-count', operator: 'DoesNotExist' },
            { key: 'karpenter.k8s.aws/instance-gpu-count', operator: 'DoesNotExist' },
          ],
        },
      ],
      instanceProfile: 'profile',
      capacityReservations: [],
    });
  });

  it('shows the capacity reservations that an EC2NodeClass selects', async () => {
    const { publish, clusterId, store, cloud } = await setUpStatus();
    const endsAt = Date.UTC(2027, 0, 1);
    cloud.reservations.push({
      id: 'cr-1',
      instanceType: 'm5.large',
      zone: 'us-east-1a',
      total: 2,
      endsAt,
    });
    const [nodeClass] = await store.definitions.nodeClasses(clusterId);
    invariant(nodeClass !== undefined, 'the cluster has an EC2NodeClass');
    await store.definitions.saveResolution(nodeClass, await cloud.resolveNodeClass());
    const { fields, conditions } = await publish('EC2NodeClass/default');
    expect(conditions.get('CapacityReservationsReady')).toMatchObject({ status: 'True' });
    expect(fields?.['capacityReservations']).toEqual([
      {
        id: 'cr-1',
        availabilityZone: 'us-east-1a',
        instanceType: 'm5.large',
        instanceMatchCriteria: 'targeted',
        ownerID: '111122223333',
        reservationType: 'default',
        interruptible: false,
        state: 'active',
        endTime: '2027-01-01T00:00:00Z',
      },
    ]);
  });

  it('reports a field without effect on the object itself', async () => {
    const template = {
      metadata: { labels: {}, annotations: {} },
      spec: {
        nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'default' },
        requirements: [{ key: reservationLabels.interruptible, operator: 'In', values: ['true'] }],
        taints: [],
        startupTaints: [],
        expireAfter: '720h',
      },
    } as const;
    const { publish } = await setUpStatus({}, { template });
    const { conditions } = await publish('NodePool/default');
    expect(conditions.get('FieldsEffective')).toMatchObject({
      status: 'False',
      message: expect.stringContaining('spec.template.spec.requirements[0].values[0]'),
    });
    expect(conditions.get('Ready')).toMatchObject({ status: 'True' });
  });

  it('reports registration health: unknown, healthy, unhealthy with the cloud’s message', async () => {
    const { publish, store, clusterId } = await setUpStatus();
    const health = async () =>
      (await publish('NodePool/default')).conditions.get('NodeRegistrationHealthy');
    expect(await health()).toMatchObject({ status: 'Unknown' });
    const registeredAt = recordedAt + 1_000;
    await store.nodeClaims.insert([
      aNodeClaimRecord({ clusterId, id: 'ncl_1', state: 'Initialized', registeredAt }),
    ]);
    expect(await health()).toMatchObject({ status: 'True', message: '' });
    const failure = { code: 'LAUNCH_REFUSED', detail: 'UnauthorizedOperation' } as const;
    for (const id of ['ncl_2', 'ncl_3']) {
      await store.nodeClaims.insert([
        aNodeClaimRecord({
          clusterId,
          id,
          state: 'LaunchFailed',
          terminatedAt: recordedAt + 2_000,
          instance: null,
          failure,
        }),
      ]);
    }
    expect(await health()).toMatchObject({
      status: 'False',
      reason: 'LaunchFailed',
      message: '2 of the last 3 launches failed: UnauthorizedOperation',
    });
  });

  it('writes nothing in mode observe', async () => {
    const { publish, cluster } = await setUpStatus({ mode: 'observe' });
    await publish('NodePool/default');
    expect(cluster.statuses.size).toBe(0);
  });
});

describe('publishDefinitionStatus, refused objects', () => {
  const failed = (message: string) => ({ status: 'False', reason: 'ValidationFailed', message });
  const stopped =
    'spec.weight: must be a number. Until this is corrected, no node of the NodePool is launched or disrupted voluntarily.';

  async function setUpRefusal(fields: Partial<DefinitionRefusal> = {}) {
    const setup = await setUpStatus();
    const { store, clusterId } = setup;
    store.tables.definitions.updateWhere(
      () => true,
      (row) => ({ ...row, source: 'Cluster', objectGeneration: 1 }),
    );
    await store.definitions.saveRefusal(aDefinitionRefusal({ clusterId, ...fields }));
    return setup;
  }

  it('says on a NodePool what cannot be read, for the generation that was refused', async () => {
    const { publish } = await setUpRefusal();
    const { generation, conditions, fields } = await publish('NodePool/default');
    expect(generation).toBe(2);
    expect(conditions.get('ValidationSucceeded')).toMatchObject(failed(stopped));
    expect(conditions.get('Ready')).toMatchObject(failed(stopped));
    // The others keep what was said about the generation before.
    expect([...conditions.keys()]).toEqual(['ValidationSucceeded', 'Ready']);
    expect(fields).toMatchObject({ nodes: 0 });
    expect((await publish('EC2NodeClass/default')).generation).toBe(1);
  });

  it('says on a NodePool whose disruption settings are unreadable that it launches nodes', async () => {
    const { publish } = await setUpRefusal({ extent: 'Disruption' });
    const { generation, conditions } = await publish('NodePool/default');
    expect(generation).toBe(1);
    const message =
      'spec.weight: must be a number. Until this is corrected, nodes of the NodePool are launched, and none is disrupted voluntarily.';
    expect(conditions.get('ValidationSucceeded')).toMatchObject(failed(message));
    expect(conditions.get('Ready')).toMatchObject(failed(message));
    expect(conditions.get('NodeClassReady')).toMatchObject({ status: 'True' });
  });

  it('says on an EC2NodeClass what cannot be read, and on its NodePools that it is refused', async () => {
    const { publish } = await setUpRefusal({ kind: 'EC2NodeClass' });
    const nodeClass = await publish('EC2NodeClass/default');
    expect(nodeClass.generation).toBe(2);
    expect(nodeClass.conditions.get('Ready')).toMatchObject(
      failed(
        'spec.weight: must be a number. Until this is corrected, no node is launched with the EC2NodeClass, and none is replaced because it differs from it.',
      ),
    );
    const pool = await publish('NodePool/default');
    expect(pool.conditions.get('ValidationSucceeded')).toMatchObject({ status: 'True' });
    expect(pool.conditions.get('NodeClassReady')).toMatchObject({
      status: 'False',
      message: 'EC2NodeClass default is refused: spec.weight: must be a number',
    });
  });

  it('says it on an object without a definition, too', async () => {
    const { publish } = await setUpRefusal({ name: 'new', generation: 1 });
    const { generation, conditions } = await publish('NodePool/new');
    expect(generation).toBe(1);
    expect(conditions.get('Ready')).toMatchObject(failed(stopped));
  });

  it('records an Event on each refused object', async () => {
    const { publish, events } = await setUpRefusal({ name: 'new' });
    await publish('NodePool/new');
    expect(events.recorded).toMatchObject([
      {
        about: { kind: 'NodePool', name: 'new', uid: null },
        type: 'Warning',
        reason: 'ValidationFailed',
        message: stopped,
      },
    ]);
  });
});
