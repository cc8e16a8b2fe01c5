import { AppError } from '@kerf/core';
import { aPod } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { type Cluster, defaultClusterSettings } from '../domain/cluster/cluster.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { ImpairedInstance } from '../ports/cloud-provider.js';
import { addInstance, runNode, storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { checkInstanceStatus } from './check-instance-status.js';

const second = 1_000;

/** A cluster with the node of NodeClaim `ncl_1`, whose instance check fails for some time. */
async function setUpImpaired(
  forMs: number,
  cluster: Partial<Cluster> = {},
  claim: Partial<NodeClaim> = {},
  check: ImpairedInstance['check'] = 'Instance',
) {
  const setup = await setUpCluster(cluster);
  const { claim: running } = await runNode(setup, claim);
  impair(setup, running, forMs, check);
  return setup;
}

function impair(
  { cloud, clock }: ClusterSetup,
  { instance }: NodeClaim,
  forMs: number,
  check: ImpairedInstance['check'] = 'Instance',
): void {
  const instanceId = instance?.instanceId ?? '';
  cloud.impairedInstances = [{ instanceId, check, since: clock.now() - forMs }];
}

const check = ({ ports, clusterId }: ClusterSetup) => checkInstanceStatus(ports, clusterId);
const claimOf = ({ store }: ClusterSetup) => store.nodeClaims.find('ncl_1');
const findingsOf = ({ store }: ClusterSetup) => store.tables.findings.all();

describe('checkInstanceStatus', () => {
  it.each(['approve', 'auto'] as const)(
    'terminates an instance after two minutes in mode %s, whatever protects its pods',
    async (mode) => {
      const terms = { expireAfter: '720h', terminationGracePeriod: '1h' };
      const setup = await setUpImpaired(120 * second, { mode }, { terms });
      setup.cluster.changeNode('node-i-ncl_1', {
        pods: [aPod('web').running({ doNotDisrupt: 'true' })],
      });
      await check(setup);
      expect(await claimOf(setup)).toMatchObject({
        state: 'Terminating',
        termination: { reason: 'Unhealthy', deadline: setup.clock.now() },
      });
      expect(setup.store.tables.decisions.all()).toMatchObject([
        { kind: 'Repair', state: 'Executing', verdict: { kind: 'Auto' }, podCount: 1 },
      ]);
      expect(findingsOf(setup)).toEqual([]);
    },
  );

  it('leaves an instance whose check has failed for less than two minutes', async () => {
    const setup = await setUpImpaired(119 * second);
    await check(setup);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
  });

  it.each([
    ['Instance', 'instance_status', 'the instance status check'],
    ['System', 'system_status', 'the system status check'],
  ] as const)(
    'counts a failed %s check once, and records Events',
    async (which, category, text) => {
      const setup = await setUpImpaired(120 * second, {}, {}, which);
      await check(setup);
      await check(setup);
      expect(setup.meter.of('InstanceUnhealthy')).toEqual([
        { kind: 'InstanceUnhealthy', category },
      ]);
      expect(setup.events.reasons).toEqual([
        'InstanceUnhealthy NodeClaim',
        'InstanceUnhealthy Node',
      ]);
      expect(setup.events.recorded).toMatchObject([
        { message: expect.stringContaining(text) },
        { message: expect.stringContaining(text) },
      ]);
    },
  );

  it('terminates an instance that never joined the cluster', async () => {
    const setup = await setUpCluster();
    const claim = await storeNodeClaim(setup, { state: 'Launched' });
    addInstance(setup, claim);
    impair(setup, claim, 120 * second);
    await check(setup);
    expect(await claimOf(setup)).toMatchObject({
      state: 'Terminating',
      termination: { reason: 'Unhealthy' },
    });
  });

  it('ends the drain of an instance that is being terminated', async () => {
    const setup = await setUpImpaired(
      120 * second,
      {},
      {
        state: 'Terminating',
        termination: {
          step: 'Cordoned',
          reason: 'Drifted',
          startedAt: 0,
          deadline: null,
          waitingFor: 'PodDisruptionBudget default/web',
          stepAt: 0,
        },
      },
    );
    await check(setup);
    expect(await claimOf(setup)).toMatchObject({
      termination: { reason: 'Drifted', deadline: setup.clock.now() },
    });
    expect(setup.meter.recorded).toEqual([]);
  });

  it('terminates all impaired instances, however many', async () => {
    const setup = await setUpCluster();
    const { cloud, clock, store } = setup;
    const ids = ['ncl_1', 'ncl_2', 'ncl_3'];
    for (const id of ids) await runNode(setup, { id });
    const since = clock.now() - 120 * second;
    cloud.impairedInstances = [...cloud.instances.keys()].map((instanceId) => ({
      instanceId,
      check: 'System',
      since,
    }));
    await check(setup);
    const claims = await store.nodeClaims.inStates(setup.clusterId, ['Terminating']);
    expect(claims.map(({ id }) => id).sort()).toEqual(ids);
  });

  it('ignores instances of others', async () => {
    const setup = await setUpImpaired(120 * second);
    const [impaired] = setup.cloud.impairedInstances;
    setup.cloud.impairedInstances = [{ check: 'System', since: 0, ...impaired, instanceId: 'i-x' }];
    await check(setup);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
    expect(findingsOf(setup)).toEqual([]);
  });
});

describe('checkInstanceStatus that must not act', () => {
  it('reports the instance in mode observe until its check passes', async () => {
    const setup = await setUpImpaired(150 * second, { mode: 'observe' });
    await check(setup);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
    expect(findingsOf(setup)).toMatchObject([
      {
        code: 'INSTANCE_IMPAIRED',
        object: 'NodeClaim/default-ncl_1',
        message:
          'The instance status check of instance i-ncl_1 has failed for 2m. Kerf does not replace it in mode observe. It costs $0.0400 per hour.',
        remedy:
          'Delete NodeClaim default-ncl_1 (kubectl delete nodeclaim default-ncl_1), so that its pods move to another node, or set the mode to approve or auto.',
      },
    ]);
    setup.cloud.impairedInstances = [];
    await check(setup);
    expect(findingsOf(setup)).toEqual([]);
  });

  it('does not ask EC2 when the setting instanceStatusChecks is off, and clears findings', async () => {
    const setup = await setUpImpaired(150 * second, { mode: 'observe' });
    await check(setup);
    expect(findingsOf(setup)).toHaveLength(1);
    const cluster = await setup.store.clusters.find(setup.clusterId);
    if (cluster === null) throw new RangeError('the cluster is set up');
    const settings = { ...defaultClusterSettings, instanceStatusChecks: false };
    await setup.store.clusters.save({ ...cluster, configuredMode: 'auto', mode: 'auto', settings });
    setup.cloud.listImpairedInstances = () =>
      Promise.reject(new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'not allowed' }));
    await check(setup);
    expect(findingsOf(setup)).toEqual([]);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
  });

  it('fails without the permission, so that the operation is reported with its remedy', async () => {
    const setup = await setUpImpaired(150 * second);
    setup.cloud.listImpairedInstances = () =>
      Promise.reject(new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'not allowed' }));
    await expect(check(setup)).rejects.toMatchObject({ code: 'CLOUD.UNAUTHORIZED' });
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
  });

  it('does nothing while the state of the cluster is unknown', async () => {
    const setup = await setUpImpaired(150 * second);
    setup.cluster.view = () => {
      throw new AppError({ code: 'CLUSTER.NOT_SYNCED', message: 'the first list is running' });
    };
    await check(setup);
    expect(await claimOf(setup)).toMatchObject({ state: 'Initialized' });
  });
});
