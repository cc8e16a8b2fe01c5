import { aNodeClaimRecord, aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { resolveNodeClass } from '../definitions/resolve-node-class.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import { runNode } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { followReservations } from './follow-reservations.js';

const minute = 60_000;
const follow = ({ ports, clusterId }: ClusterSetup) => followReservations(ports, clusterId);
const capacityType = 'karpenter.sh/capacity-type';
const label = (name: string) => `karpenter.k8s.aws/capacity-reservation-${name}`;
const labels = {
  team: 'shop',
  [capacityType]: 'reserved',
  [label('id')]: 'cr-1',
  [label('type')]: 'default',
  [label('interruptible')]: 'false',
};

interface Given {
  readonly mode?: 'auto' | 'observe';
  readonly type?: 'default' | 'capacity-block';
  /** Milliseconds until the reservation ends; default: no end. */
  readonly endsInMs?: number;
}

/** A cluster with a node in a reservation, that EC2 has just looked up. */
async function setUp({ mode = 'auto', type = 'default', endsInMs }: Given) {
  const setup = await setUpCluster({ mode });
  const { clock, cloud, clusterId, ports } = setup;
  const place = { instanceType: 'm5.large', zone: 'us-east-1a' };
  cloud.reservations.push({
    id: 'cr-1',
    ...place,
    total: 2,
    type,
    ...(endsInMs === undefined ? {} : { endsAt: clock.now() + endsInMs }),
  });
  await resolveNodeClass(ports, { clusterId, name: 'default' });
  const { instance } = aNodeClaimRecord({ clusterId, id: 'ncl_1' });
  const reserved: Partial<NodeClaim> = {
    instance: instance && {
      ...instance,
      ...place,
      capacityType: 'reserved',
      priceMicroUsdPerHour: 1,
      labels: { ...instance.labels, ...labels },
    },
  };
  const { node } = await runNode(setup, reserved, { labels, pods: [aPod('web').running()] });
  const claim = async () => {
    const found = await setup.store.nodeClaims.find('ncl_1');
    return { state: found?.state, termination: found?.termination, instance: found?.instance };
  };
  return { ...setup, claim, nodeLabels: () => setup.cluster.nodes.get(node.name)?.labels };
}

describe('followReservations', () => {
  it('demotes a node whose reservation has ended to on-demand', async () => {
    const setup = await setUp({ endsInMs: minute });
    setup.clock.advance(2 * minute);
    await follow(setup);
    const { state, instance } = await setup.claim();
    expect(state).toBe('Initialized');
    expect(instance).toMatchObject({ capacityType: 'on-demand', priceMicroUsdPerHour: 96_000 });
    expect(instance?.labels).toMatchObject({ team: 'shop', [capacityType]: 'on-demand' });
    for (const name of ['id', 'type', 'interruptible']) {
      expect(instance?.labels).not.toHaveProperty([label(name)]);
    }
    expect(setup.nodeLabels()).toEqual({ team: 'shop', [capacityType]: 'on-demand' });
    expect(setup.takeJobs()).toContainEqual({
      type: 'node-claim.sync',
      clusterId: setup.clusterId,
      nodeClaimId: 'ncl_1',
    });
  });

  it('is demoted once, however often the job runs', async () => {
    const setup = await setUp({ endsInMs: minute });
    setup.clock.advance(2 * minute);
    await follow(setup);
    await follow(setup);
    expect((await setup.claim()).instance?.capacityType).toBe('on-demand');
  });

  it.each<[string, Given]>([
    ['in a reservation without an end', {}],
    ['in a reservation that ends later', { endsInMs: 3 * minute }],
    [
      'in a Capacity Block that does not expire yet',
      { type: 'capacity-block', endsInMs: 43 * minute },
    ],
    ['in mode observe', { mode: 'observe', endsInMs: minute }],
  ])('keeps a node %s', async (_what, given) => {
    const setup = await setUp(given);
    setup.clock.advance(2 * minute);
    await resolveNodeClass(setup.ports, { clusterId: setup.clusterId, name: 'default' });
    await follow(setup);
    expect(await setup.claim()).toMatchObject({
      state: 'Initialized',
      instance: { capacityType: 'reserved' },
    });
    expect(setup.nodeLabels()).toEqual(labels);
  });

  it('removes a node of a Capacity Block that expires, before EC2 terminates the instance', async () => {
    const setup = await setUp({ type: 'capacity-block', endsInMs: 39 * minute });
    const endsAt = setup.clock.now() + 39 * minute;
    await follow(setup);
    expect(await setup.claim()).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'Expired', instanceEndsAt: endsAt - 30 * minute },
    });
    expect(setup.store.tables.decisions.all()).toMatchObject([
      { kind: 'Expire', state: 'Executing', nodeClaimIds: ['ncl_1'] },
    ]);
  });

  it('does not ask EC2 while no node is in a reservation', async () => {
    const setup = await setUpCluster();
    await runNode(setup);
    const cloud = {
      ...setup.ports.cloud,
      listInstances: () => Promise.reject(new RangeError('EC2 was asked')),
    };
    await expect(
      followReservations({ ...setup.ports, cloud }, setup.clusterId),
    ).resolves.toBeUndefined();
  });
});
