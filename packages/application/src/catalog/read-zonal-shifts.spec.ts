import { AppError, labelKeys } from '@kerf/core';
import { aNodePoolDefinition, recordedAt } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { defaultClusterSettings } from '../domain/cluster/cluster.js';
import { type ClusterSetup, setUpCluster } from '../testing/set-up-cluster.js';
import { readZonalShifts } from './read-zonal-shifts.js';

const until = recordedAt + 90 * 60_000;
const zoneA = { zoneId: 'use1-az1', until };

const withSetting = (zonalShift: boolean) => ({
  settings: { ...defaultClusterSettings, zonalShift },
});

const read = ({ ports, clusterId }: ClusterSetup) => readZonalShifts(ports, clusterId);
const findings = ({ store }: ClusterSetup) => store.tables.findings.all();

async function clusterOf({ store, clusterId }: ClusterSetup) {
  const cluster = await store.clusters.find(clusterId);
  if (cluster === null) throw new RangeError('the cluster is set up');
  return cluster;
}

const switchOff = async (setup: ClusterSetup) =>
  setup.store.clusters.save({ ...(await clusterOf(setup)), ...withSetting(false) });

describe('readZonalShifts', () => {
  it('records the shifts, and a finding for each until it ends', async () => {
    const setup = await setUpCluster(withSetting(true));
    setup.cloud.zonalShifts = [zoneA, { zoneId: 'use1-az9', until: null }];
    await read(setup);
    expect((await clusterOf(setup)).zonalShifts).toEqual(setup.cloud.zonalShifts);
    expect(findings(setup)).toMatchObject([
      {
        code: 'ZONE_SHIFTED',
        object: 'Zone/use1-az1',
        message:
          'A zonal shift moves traffic away from zone us-east-1a (use1-az1) for another 1h30m. Kerf launches no node there.',
      },
      {
        object: 'Zone/use1-az9',
        message:
          'AWS moves traffic away from zone use1-az9 (autoshift). No EC2NodeClass of the cluster has a subnet there.',
      },
    ]);
    setup.cloud.zonalShifts = [];
    await read(setup);
    expect((await clusterOf(setup)).zonalShifts).toEqual([]);
    expect(findings(setup)).toEqual([]);
  });

  it('changes the cluster only when the shifts have changed', async () => {
    const setup = await setUpCluster(withSetting(true));
    setup.cloud.zonalShifts = [zoneA];
    await read(setup);
    const { version } = await clusterOf(setup);
    await read(setup);
    expect((await clusterOf(setup)).version).toBe(version);
    setup.cloud.zonalShifts = [{ ...zoneA, until: until + 60_000 }];
    await read(setup);
    expect((await clusterOf(setup)).zonalShifts).toEqual(setup.cloud.zonalShifts);
  });

  it('keeps the last known shifts while they cannot be read', async () => {
    const setup = await setUpCluster(withSetting(true));
    setup.cloud.zonalShifts = [zoneA];
    await read(setup);
    setup.cloud.listZonalShifts = () =>
      Promise.reject(new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'not allowed' }));
    await expect(read(setup)).rejects.toMatchObject({ code: 'CLOUD.UNAUTHORIZED' });
    expect((await clusterOf(setup)).zonalShifts).toEqual([zoneA]);
    expect(findings(setup)).toHaveLength(1);
  });

  it('clears the shifts when the setting is switched off, and does not ask AWS', async () => {
    const setup = await setUpCluster(withSetting(true));
    setup.cloud.zonalShifts = [zoneA];
    await read(setup);
    await switchOff(setup);
    setup.cloud.listZonalShifts = () =>
      Promise.reject(new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'not allowed' }));
    await read(setup);
    expect((await clusterOf(setup)).zonalShifts).toEqual([]);
    expect(findings(setup)).toEqual([]);
    const { version } = await clusterOf(setup);
    await read(setup);
    expect((await clusterOf(setup)).version).toBe(version);
  });

  it('records no shift when the setting is switched off during the call', async () => {
    const setup = await setUpCluster(withSetting(true));
    setup.cloud.listZonalShifts = async () => {
      await switchOff(setup);
      return [zoneA];
    };
    await read(setup);
    expect((await clusterOf(setup)).zonalShifts).toEqual([]);
  });

  it('55: has an Event on each NodePool that may use the zone, when a shift begins and when it ends', async () => {
    const setup = await setUpCluster(withSetting(true));
    setup.cloud.zonalShifts = [zoneA, { zoneId: 'use1-az9', until: null }];
    await read(setup);
    await read(setup);
    expect(setup.events.recorded).toMatchObject([
      {
        about: { kind: 'NodePool', name: 'default' },
        type: 'Warning',
        reason: 'ZonalShiftActive',
        message: expect.stringContaining('us-east-1a (use1-az1)'),
      },
    ]);
    setup.cloud.zonalShifts = [];
    await read(setup);
    expect(setup.events.reasons).toEqual([
      'ZonalShiftActive NodePool',
      'ZonalShiftCleared NodePool',
    ]);
  });

  it.each([
    ['for a NodePool that does not use the zone', {}, 'us-east-1b'],
    ['in mode observe', { mode: 'observe' as const }, 'us-east-1a'],
  ])('has no Events %s', async (_which, fields, zone) => {
    const requirement = { key: labelKeys.zone, operator: 'In' as const, values: [zone] };
    const { template } = aNodePoolDefinition({ clusterId: 'clu_1', name: 'default' }).spec;
    const spec = { ...template.spec, requirements: [requirement] };
    const setup = await setUpCluster(
      { ...withSetting(true), ...fields },
      { template: { ...template, spec } },
    );
    setup.cloud.zonalShifts = [zoneA];
    await read(setup);
    expect((await clusterOf(setup)).zonalShifts).toEqual([zoneA]);
    expect(setup.events.recorded).toEqual([]);
  });
});
