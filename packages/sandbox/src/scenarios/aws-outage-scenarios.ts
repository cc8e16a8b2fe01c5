import { setInflation } from './load-scenarios.js';
import { runningInstances, type Scenario } from './scenario.js';

export const pricingOutage: Scenario = {
  name: 'pricing-outage',
  summary: 'The price list of AWS cannot be read.',
  watch: 'Nodes are launched by the last prices or by estimates, and the cluster’s page shows it.',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 600,
  begin: ({ fleet, plan, seconds, atEnd }) => {
    const { faults } = fleet.world;
    const id = faults.add({
      match: { service: 'pricing', accountId: plan.accountId },
      effect: {
        kind: 'error',
        code: 'AccessDeniedException',
        message: 'not authorized to perform: pricing:GetProducts',
        status: 400,
      },
    });
    atEnd(() => faults.remove(id));
    return `The price list is not available to ${plan.name} for ${seconds} s.`;
  },
};

export const sqsOutage: Scenario = {
  name: 'sqs-outage',
  summary: 'The interruption queue cannot be read.',
  watch:
    'The cluster’s page shows the problem while it lasts. Messages that were sent meanwhile are read afterwards.',
  page: (cluster) => `/clusters/${cluster}`,
  size: null,
  seconds: 60,
  begin: ({ fleet, plan, seconds, atEnd }) => {
    const { faults } = fleet.world;
    const { accountId, region } = plan;
    const id = faults.add({
      match: { service: 'sqs', accountId, region },
      effect: {
        kind: 'error',
        code: 'ServiceUnavailable',
        message: 'Service is temporarily unavailable',
        status: 503,
      },
    });
    atEnd(() => faults.remove(id));
    return `SQS is not available to ${plan.name} for ${seconds} s.`;
  },
};

export const zonalShift: Scenario = {
  name: 'zonal-shift',
  summary:
    'ARC shifts the traffic of the cluster away from the zone with the most instances, while pods need nodes.',
  watch:
    'With the setting zonalShift, the pods get nodes in other zones only, and the cluster’s page shows the shift.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'pods that need nodes', usual: 5, max: 500 },
  seconds: 600,
  begin: (context) => {
    const { fleet, plan, cluster, size, seconds, atEnd } = context;
    const { zonalShifts, timers } = fleet.world;
    const [zoneId] = [...Map.groupBy(runningInstances(context), (instance) => instance.zoneId)]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([zone]) => zone);
    if (zoneId === undefined) return `${plan.name} has no instances.`;
    const shift = { resourceArn: cluster.description.arn, zoneId };
    zonalShifts.start({ ...shift, expiresAt: timers.now() + seconds * 1_000 });
    atEnd(() => zonalShifts.end(shift));
    setInflation(cluster, size);
    return `Traffic of ${plan.name} is shifted away from ${zoneId} for ${seconds} s, and ${size} pods need nodes.`;
  },
};
