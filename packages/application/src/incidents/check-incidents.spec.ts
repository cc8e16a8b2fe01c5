import { aCluster, anInterruption } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { storeNodeClaim } from '../testing/running-nodes.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { checkIncidents } from './check-incidents.js';

const minute = 60_000;

let failures = 0;
const refusal = { code: 'LAUNCH_REFUSED', detail: 'InvalidAMIID.NotFound' } as const;

async function failLaunches(setup: ClusterSetup, count: number): Promise<void> {
  const now = setup.clock.now();
  for (let index = 0; index < count; index += 1) {
    failures += 1;
    await storeNodeClaim(setup, {
      id: `ncl_failed_${failures}`,
      name: `default-failed-${failures}`,
      state: 'LaunchFailed',
      instance: null,
      failure: refusal,
      requestedAt: now - 1_000,
      launchedAt: null,
      terminatedAt: now,
    });
  }
}

const keepSynced = async ({ store, clusterId, clock }: ClusterSetup): Promise<void> =>
  store.clusters.touchSynced(clusterId, clock.now());

const incidentsOf = ({ store }: ClusterSetup) => store.tables.incidents.all();

async function checkAfter(setup: ClusterSetup, ms: number): Promise<void> {
  setup.clock.advance(ms);
  await keepSynced(setup);
  await checkIncidents(setup.ports);
}

describe('the check of incidents', () => {
  it('opens an incident with its cause and remedy, and closes it when it is over', async () => {
    const setup = await setUpCluster();
    await failLaunches(setup, 3);
    await checkAfter(setup, 1_000);
    const openedAt = setup.clock.now();
    expect(incidentsOf(setup)).toMatchObject([
      {
        clusterId: setup.clusterId,
        kind: 'LaunchFailures',
        object: 'NodePool/default',
        cause: expect.stringContaining('InvalidAMIID.NotFound'),
        endedAt: null,
      },
    ]);
    await checkAfter(setup, 15 * minute);
    await checkAfter(setup, 1);
    expect(incidentsOf(setup)).toMatchObject([{ endedAt: openedAt, lastSeenAt: openedAt }]);
  });

  it('changes nothing about an open incident when another worker checks, or this one again', async () => {
    const setup = await setUpCluster();
    await failLaunches(setup, 3);
    await Promise.all([checkIncidents(setup.ports), checkIncidents(setup.ports)]);
    const [incident] = incidentsOf(setup);
    await checkAfter(setup, 30_000);
    expect(incidentsOf(setup)).toEqual([incident]);
  });

  it('goes on with an open incident after a restart, and opens a new one after its end', async () => {
    const setup = await setUpCluster();
    await failLaunches(setup, 3);
    await checkAfter(setup, 0);
    const restarted: ClusterSetup = { ...setup, ports: { ...setup.ports } };
    await failLaunches(restarted, 1);
    await checkAfter(restarted, minute);
    expect(incidentsOf(setup)).toMatchObject([{ lastSeenAt: setup.clock.now(), endedAt: null }]);
    await checkAfter(setup, 30 * minute);
    await failLaunches(setup, 3);
    await checkAfter(setup, 0);
    expect(incidentsOf(setup).map(({ endedAt }) => endedAt === null)).toEqual([false, true]);
  });

  it('tells pages that incidents have changed, once for each change', async () => {
    const setup = await setUpCluster();
    const notices = () =>
      setup.store.tables.changes.where(({ topic }) => topic === 'incident').length;
    await checkAfter(setup, 0);
    expect(notices()).toBe(0);
    await failLaunches(setup, 3);
    await checkAfter(setup, 0);
    await checkAfter(setup, 1_000);
    expect(notices()).toBe(1);
  });

  it('opens an incident of a cluster that no worker updates, and none of others', async () => {
    const setup = await setUpCluster();
    await setup.store.clusters.insert(
      aCluster({
        id: 'clu_lost',
        name: 'lost',
        connection: { state: 'Connected', problem: null, syncedAt: 0, changedAt: 0 },
      }),
    );
    await checkAfter(setup, 0);
    expect(incidentsOf(setup)).toMatchObject([
      { clusterId: 'clu_lost', kind: 'StaleCluster', object: 'Cluster/lost' },
    ]);
  });

  it('opens an incident of interrupted nodes, notices without consequence aside', async () => {
    const setup = await setUpCluster();
    const { clusterId, store, clock } = setup;
    const notice = (index: number, action: 'Drain' | 'None') =>
      anInterruption({
        clusterId,
        id: `int_${index}`,
        instanceId: `i-${index}`,
        action,
        receivedAt: clock.now(),
      });
    await store.interruptions.insert(...[1, 2, 3, 4, 5].map((index) => notice(index, 'None')));
    await checkAfter(setup, 0);
    expect(incidentsOf(setup)).toEqual([]);
    await store.interruptions.insert(...[6, 7, 8, 9, 10].map((index) => notice(index, 'Drain')));
    await checkAfter(setup, 0);
    expect(incidentsOf(setup)).toMatchObject([{ kind: 'InterruptionStorm' }]);
  });
});
