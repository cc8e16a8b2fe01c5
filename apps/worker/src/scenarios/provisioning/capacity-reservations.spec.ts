import {
  followReservations,
  type NodeClaim,
  organizationAdmin,
  type Principal,
  resolveNodeClasses,
} from '@kerf/application';
import { aPod } from '@kerf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClusterSimulation } from '../../testing/cluster-simulation.js';
import { openRecords, type RecordSource } from '../../testing/simulation-records.js';

const ada: Principal = { kind: 'User', id: 'usr_ada', name: 'ada', ...organizationAdmin };
let records: RecordSource;
beforeAll(async () => {
  records = await openRecords();
});
afterAll(() => records.close());

const giB = 1024 ** 3;
/** Most of an m5.large: one pod per node. */
const large = { cpu: 1500, memory: 6 * giB };
const reservation = {
  id: 'cr-1',
  instanceType: 'm5.large',
  zone: 'us-east-1a',
  total: 1,
} as const;
const label = (name: string) => `karpenter.k8s.aws/capacity-reservation-${name}`;

/** A cluster whose EC2NodeClass selects a reservation of one m5.large. */
async function open(): Promise<ClusterSimulation> {
  const simulation = await ClusterSimulation.open(records.open(), { mode: 'auto' });
  simulation.cloud.reservations.push(reservation);
  await lookUp(simulation);
  return simulation;
}

const lookUp = ({ ports, store, clusterId }: ClusterSimulation) =>
  resolveNodeClasses({ ...ports, store }, { clusterId });

const claimsOf = (
  { store, clusterId }: ClusterSimulation,
  ...states: NodeClaim['state'][]
): Promise<readonly NodeClaim[]> => store.nodeClaims.inStates(clusterId, states);

const run = (simulation: ClusterSimulation, nodes: number, pending = 0) =>
  simulation.until(
    async () =>
      simulation.cluster.pending.size === pending &&
      (await claimsOf(simulation, 'Initialized')).length === nodes,
  );

describe('pods for which a reservation has capacity', () => {
  it('get a node in it, and others a node in the next pass', async () => {
    const simulation = await open();
    simulation.cluster.addPendingPods(2, large);
    await run(simulation, 2);
    const instances = [...simulation.cloud.instances.values()];
    expect(instances.map(({ reservationId }) => reservationId)).toEqual(['cr-1', null]);
    const reserved = (await claimsOf(simulation, 'Initialized')).find(
      ({ instance }) => instance?.capacityType === 'reserved',
    );
    expect(reserved?.instance).toMatchObject({ instanceType: 'm5.large', zone: 'us-east-1a' });
    expect(simulation.cluster.nodes.get(reserved?.nodeName ?? '')?.labels).toMatchObject({
      'karpenter.sh/capacity-type': 'reserved',
      [label('id')]: 'cr-1',
      [label('type')]: 'default',
      [label('interruptible')]: 'false',
    });
    // The second node was planned at once, not after a failed launch.
    expect(await claimsOf(simulation, 'LaunchFailed')).toEqual([]);
    const decisions = await simulation.decisions();
    expect(decisions.filter(({ kind }) => kind === 'Provision')).toHaveLength(2);
  });

  it('get another node when EC2 has filled the reservation in the meantime', async () => {
    const simulation = await open();
    const [first] = simulation.cloud.reservations;
    simulation.cloud.reservations.splice(0, 1, { ...reservation, ...first, total: 0 });
    simulation.cluster.addPendingPods(1, large);
    await run(simulation, 1);
    expect(await claimsOf(simulation, 'LaunchFailed')).toMatchObject([
      { failure: { code: 'INSUFFICIENT_CAPACITY' } },
    ]);
    const [claim] = await claimsOf(simulation, 'Initialized');
    expect(claim?.instance?.capacityType).not.toBe('reserved');
  });
});

describe('pods that may use a full reservation only', () => {
  const nodePool = (name: string, weight: number, capacityType: string): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  weight: ${weight}
  disruption: { budgets: [{ nodes: "0" }], consolidateAfter: Never }
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [${capacityType}] }
`;
  const pod = (name: string) => aPod(name).requesting({ milliCpu: 1_500, memoryMib: 6_144 });

  it('wait for it with this reason, and others get a node of another NodePool', async () => {
    const simulation = await open();
    const [first] = simulation.cloud.reservations;
    simulation.cloud.reservations.splice(0, 1, { ...reservation, ...first, total: 0 });
    await lookUp(simulation);
    const pools = [nodePool('reserved', 99, 'reserved'), nodePool('market', 98, 'on-demand')];
    expect((await simulation.apply(ada, pools.join('---'))).applied).toBe(true);
    simulation.cluster.addPods([
      pod('any').build(),
      pod('strict').selecting({ 'karpenter.sh/capacity-type': 'reserved' }).build(),
    ]);
    const verdict = async () =>
      (await simulation.podVerdicts()).flatMap((one) =>
        one.kind === 'Unschedulable' ? one.byNodePool : [],
      )[0];
    await run(simulation, 1, 1);
    expect((await claimsOf(simulation, 'Initialized')).map((claim) => claim.nodePool)).toEqual([
      'market',
    ]);
    expect(await verdict()).toMatchObject({
      nodePool: 'reserved',
      reason: { code: 'RESERVATION_FULL', reservations: ['cr-1'] },
    });
    simulation.cloud.reservations.splice(0, 1, reservation);
    await lookUp(simulation);
    await run(simulation, 2);
    const reserved = (await claimsOf(simulation, 'Initialized')).map(
      (one) => one.instance?.capacityType,
    );
    expect(new Set(reserved)).toEqual(new Set(['on-demand', 'reserved']));
  });
});

describe('the end of a reservation', () => {
  /** Changes the reservation, and lets the periodic jobs see it. */
  async function change(
    simulation: ClusterSimulation,
    changed: Partial<ClusterSimulation['cloud']['reservations'][number]>,
  ): Promise<void> {
    simulation.cloud.reservations.splice(0, 1, { ...reservation, ...changed });
    await lookUp(simulation);
    const { ports, store, clusterId } = simulation;
    await followReservations({ ...ports, store }, clusterId);
  }

  it('demotes its nodes to on-demand, which does not disrupt their pods', async () => {
    const simulation = await open();
    simulation.cluster.addPendingPods(1, large);
    await run(simulation, 1);
    await change(simulation, { endsAt: simulation.clock.now() });
    const [claim] = await claimsOf(simulation, 'Initialized');
    expect(claim).toMatchObject({ instance: { capacityType: 'on-demand' }, drift: null });
    const labels = () => simulation.cluster.nodes.get(claim?.nodeName ?? '')?.labels;
    expect(labels()).toMatchObject({ 'karpenter.sh/capacity-type': 'on-demand' });
    expect(labels()).not.toHaveProperty([label('id')]);
    await simulation.until(async () => simulation.cluster.pending.size === 0, 60);
    const decisions = await simulation.decisions();
    expect(decisions.map(({ kind }) => kind)).not.toContain('Drift');
  });

  it('removes the nodes of a Capacity Block before, and their pods get others', async () => {
    const simulation = await open();
    await change(simulation, { type: 'capacity-block' });
    simulation.cluster.addPendingPods(1, large);
    await run(simulation, 1);
    const [claim] = await claimsOf(simulation, 'Initialized');
    expect(claim?.instance?.capacityType).toBe('reserved');
    const endsAt = simulation.clock.now() + 39 * 60_000;
    await change(simulation, { type: 'capacity-block', endsAt });
    expect((await claimsOf(simulation, 'Terminating')).map(({ id }) => id)).toEqual([claim?.id]);
    await simulation.until(async () => {
      const [other] = await claimsOf(simulation, 'Initialized');
      const { state } = (await simulation.store.nodeClaims.find(claim?.id ?? '')) ?? {};
      return state === 'Terminated' && other !== undefined && simulation.cluster.pending.size === 0;
    });
    const [other] = await claimsOf(simulation, 'Initialized');
    expect(other?.instance?.capacityType).not.toBe('reserved');
  });

  it('is not drift, but its EC2NodeClass no longer selecting it is', async () => {
    const simulation = await open();
    simulation.cluster.addPendingPods(1, large);
    await run(simulation, 1);
    await change(simulation, { isSelected: false });
    await simulation.until(async () =>
      (await simulation.decisions()).some(({ kind }) => kind === 'Drift'),
    );
    const claims = await claimsOf(simulation, 'Initialized', 'Terminating');
    expect(claims.map(({ drift }) => drift?.reason)).toContain('CapacityReservationDrift');
  });
});
