import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { until } from './fleet.ts';
import type { ObjectWithSpec } from './objects.ts';
import { openFleet, Scenario } from './scenario.ts';

const fleet = await openFleet();
const zoneLabel = 'topology.kubernetes.io/zone';
/** Instance types of these scenarios only, because EC2's faults are those of all. */
const refused = ['c5.large', 'c5a.large'];

beforeAll(async () => {
  const refusals = refused.map((type) => [`${type}/*`, 'InsufficientInstanceCapacity']);
  await fleet.control('set-ec2-faults', { refusals: Object.fromEntries(refusals) });
});
afterAll(async () => {
  await fleet.control('set-ec2-faults');
});

async function labelsOf(scenario: Scenario, label: string): Promise<readonly string[]> {
  const nodes = await scenario.nodes();
  return nodes.map(({ metadata }) => metadata?.labels?.[label] ?? '').toSorted();
}

describe.concurrent('pending pods', () => {
  it('run on nodes that were launched for them', async () => {
    await using scenario = new Scenario(fleet, 'pending');
    const pods = await scenario.start({ workload: { replicas: 5 } });
    const names = pods.map(({ spec }) => spec?.nodeName);
    expect(await scenario.nodeNames()).toEqual(expect.arrayContaining(names));
  });

  it('are spread over zones as their topology spread constraint requires', async () => {
    await using scenario = new Scenario(fleet, 'spread');
    const spread = {
      maxSkew: 1,
      topologyKey: zoneLabel,
      whenUnsatisfiable: 'DoNotSchedule',
      labelSelector: { matchLabels: { app: scenario.name } },
    };
    await scenario.start({ workload: { replicas: 3, spread } });
    const zones = ['us-east-1a', 'us-east-1b', 'us-east-1c'];
    expect(await labelsOf(scenario, zoneLabel)).toEqual(zones);
  });

  it('get a node each if they repel each other', async () => {
    await using scenario = new Scenario(fleet, 'apart');
    const term = {
      topologyKey: 'kubernetes.io/hostname',
      labelSelector: { matchLabels: { app: scenario.name } },
    };
    const podAntiAffinity = { requiredDuringSchedulingIgnoredDuringExecution: [term] };
    const pods = await scenario.start({ workload: { replicas: 3, affinity: { podAntiAffinity } } });
    expect(new Set(pods.map(({ spec }) => spec?.nodeName)).size).toBe(3);
  });

  it('run in the zone of their bound volume', async () => {
    await using scenario = new Scenario(fleet, 'volume');
    await scenario.create(...volumeIn('us-east-1b'));
    const volumes = [{ name: 'data', persistentVolumeClaim: { claimName: 'zonal' } }];
    await scenario.start({ workload: { replicas: 1, pod: { volumes } } });
    expect(await labelsOf(scenario, zoneLabel)).toEqual(['us-east-1b']);
  });

  it('run on another instance type if EC2 has no capacity of the cheapest', async () => {
    await using scenario = new Scenario(fleet, 'refused');
    const pool = { instanceTypes: ['c5.large', 'r5.large'] };
    await scenario.start({ pool, workload: { replicas: 1 } });
    expect(await labelsOf(scenario, 'node.kubernetes.io/instance-type')).toEqual(['r5.large']);
  });

  it('leave no NodeClaim behind if EC2 has no capacity at all', async () => {
    await using scenario = new Scenario(fleet, 'scarce');
    const pool = { instanceTypes: ['c5a.large'] };
    await scenario.createPoolAndPods({ pool, workload: { replicas: 1 } });
    // One decision may also be for pods of other scenarios, whose launches succeed.
    const failed = `/clusters/${fleet.info.clusterName}/node-claims?nodePool=scarce&state=LAUNCH_FAILED`;
    await until(
      60,
      () => fleet.kerf('GET', failed),
      (page) => JSON.stringify(page).includes('InsufficientInstanceCapacity'),
    );
    await scenario.expectClaims(0);
    expect(await fleet.runningPods('scarce')).toHaveLength(0);
  });
});

/** A volume in a zone, and a claim that is bound to it. */
function volumeIn(zone: string): readonly ObjectWithSpec[] {
  const inZone = { key: zoneLabel, operator: 'In', values: [zone] };
  const size = { accessModes: ['ReadWriteOnce'], storageClassName: '' };
  return [
    {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: 'zonal' },
      spec: {
        ...size,
        capacity: { storage: '1Gi' },
        claimRef: { namespace: 'default', name: 'zonal' },
        csi: { driver: 'ebs.csi.aws.com', volumeHandle: 'vol-0123456789abcdef0' },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [inZone] }] } },
      },
    },
    {
      apiVersion: 'v1',
      kind: 'PersistentVolumeClaim',
      metadata: { name: 'zonal', namespace: 'default' },
      spec: { ...size, volumeName: 'zonal', resources: { requests: { storage: '1Gi' } } },
    },
  ];
}
