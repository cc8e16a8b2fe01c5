import { regions } from '../world/compute/regions.js';
import { setInflation } from './load-scenarios.js';
import { runningInstances, type Scenario } from './scenario.js';

export const capacityDrought: Scenario = {
  name: 'capacity-drought',
  summary:
    'EC2 has no Spot capacity in the region, and On-Demand capacity in one zone only, while pods need nodes.',
  watch:
    'Launches fail with insufficient capacity, their offerings are avoided for some minutes, and the pods get other nodes.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'pods that need nodes', usual: 20, max: 500 },
  seconds: 180,
  begin: ({ fleet, plan, cluster, size, seconds, atEnd }) => {
    const { capacity } = fleet.world;
    const { region } = plan;
    const [spared, ...dry] = regions.get(region)?.zones ?? [];
    const pools = [
      { region, capacityType: 'spot' } as const,
      ...dry.map(({ name }) => ({ region, zone: name, capacityType: 'on-demand' }) as const),
    ];
    for (const pool of pools) {
      capacity.set(pool, 0);
      atEnd(() => capacity.unset(pool));
    }
    setInflation(cluster, size);
    return `${region} has only On-Demand capacity in ${spared?.name ?? 'no zone'} for ${seconds} s, and ${size} pods need nodes in ${plan.name}.`;
  },
};

export const zoneOutage: Scenario = {
  name: 'zone-outage',
  summary: 'The zone with the most nodes is cut off, and nothing can be launched there.',
  watch:
    'The nodes of the zone become NotReady, and their pods are replaced in other zones. After two minutes, the instances are terminated because their status checks fail. Then the zone recovers.',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 180,
  begin: (context) => {
    const { plan, seconds, atEnd } = context;
    const { capacity, instances } = context.fleet.world;
    const [zone, affected] =
      [...Map.groupBy(runningInstances(context), (instance) => instance.zone)].toSorted(
        ([, a], [, b]) => b.length - a.length,
      )[0] ?? [];
    if (zone === undefined || affected === undefined) return `${plan.name} has no instances.`;
    const pool = { region: plan.region, zone };
    capacity.set(pool, 0);
    atEnd(() => capacity.unset(pool));
    for (const { id } of affected) {
      instances.setImpaired(id, true);
      atEnd(() => instances.setImpaired(id, false));
    }
    return `${affected.length} instances of ${plan.name} in ${zone} are cut off for ${seconds} s.`;
  },
};

export const gpuError: Scenario = {
  name: 'gpu-error',
  summary: 'GPUs of the newest instances report an error (XID 48), which a reboot clears.',
  watch:
    'The nodes have the condition AcceleratedHardwareReady False. If it lasts for ten minutes, node repair replaces them, or reboots them if the cluster’s setting says so.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'nodes', usual: 1, max: 100 },
  seconds: 3_600,
  begin: (context) => {
    const { fleet, plan, size, atEnd } = context;
    const { instances } = fleet.world;
    const affected = runningInstances(context)
      .toSorted((a, b) => b.launchedAt - a.launchedAt)
      .slice(0, size);
    for (const { id } of affected) {
      instances.setGpuError(id, { reason: 'NvidiaXID48Error', isClearedByReboot: true });
      atEnd(() => instances.setGpuError(id, null));
    }
    return `${affected.length} instances of ${plan.name} report an error of their GPU.`;
  },
};

export const badAmi: Scenario = {
  name: 'bad-ami',
  summary: 'The newest images for the cluster’s version do not boot, while pods need nodes.',
  watch:
    'Instances launch and never join. Their NodeClaims fail for that reason, without a busy loop of launches. An AMI that is pinned to an earlier release fixes it.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'pods that need nodes', usual: 5, max: 500 },
  seconds: 1_200,
  begin: ({ fleet, plan, cluster, size, seconds, atEnd }) => {
    const { instances } = fleet.world;
    const newest = new RegExp(
      `/(optimized-ami/${plan.version}/.*/recommended|aws-k8s-${plan.version}(-nvidia)?/.*/latest)/image_id$`,
    );
    const images = [...fleet.world.publishedImages(plan.region).parameters.values()].filter(
      ({ name }) => newest.test(name),
    );
    for (const { imageId } of images) {
      instances.breakImage(imageId);
      atEnd(() => instances.repairImage(imageId));
    }
    setInflation(cluster, size);
    return `${images.length} images for Kubernetes ${plan.version} in ${plan.region} are broken for ${seconds} s, and ${size} pods need nodes in ${plan.name}.`;
  },
};

/** Size of the token bucket, in seconds of the rate. */
const burstSeconds = 5;

export const throttle: Scenario = {
  name: 'throttle',
  summary: 'EC2 throttles calls above a few per second.',
  watch: 'The cluster’s page shows the throttling. Launches are delayed, and none is duplicated.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'calls per second', usual: 1, max: 100 },
  seconds: 120,
  begin: ({ fleet, plan, size, seconds, atEnd }) => {
    const { faults } = fleet.world;
    const { accountId, region } = plan;
    const id = faults.add({
      match: { service: 'ec2', accountId, region },
      effect: { kind: 'throttle', perSecond: size, burst: size * burstSeconds },
    });
    atEnd(() => faults.remove(id));
    return `EC2 allows ${plan.name} ${size} calls per second for ${seconds} s.`;
  },
};
