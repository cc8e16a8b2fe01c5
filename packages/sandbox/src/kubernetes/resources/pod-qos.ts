import { type Amounts, amountsOf, plus } from './pod-resources.js';
import type { PodSpec, Resources } from './types/pod.js';

/**
 * Returns `Guaranteed`, `Burstable` or `BestEffort`. Resources of the pod as a whole decide alone.
 * Source: kubernetes pkg/apis/core/v1/helper/qos ComputePodQOS.
 */
export function qosClassOf(spec: PodSpec): string {
  const containers = [...(spec.initContainers ?? []), ...spec.containers];
  const each =
    spec.resources === undefined ? containers.map(({ resources }) => resources) : [spec.resources];
  const requests = each.map((one) => computeAmounts(one?.requests)).reduce(plus, {});
  const limits = each.map((one) => computeAmounts(one?.limits)).reduce(plus, {});
  const names = Object.keys({ ...requests, ...limits });
  if (names.length === 0) return 'BestEffort';
  const isGuaranteed =
    each.every(hasBothLimits) && names.every((name) => requests[name] === limits[name]);
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

const compute = ['cpu', 'memory'];

/** Returns CPU and memory, where they are not zero. */
function computeAmounts(quantities: Resources['limits']): Amounts {
  const all = Object.entries(amountsOf(quantities));
  return Object.fromEntries(all.filter(([name, amount]) => compute.includes(name) && amount > 0));
}

function hasBothLimits(resources: Resources | undefined): boolean {
  return Object.keys(computeAmounts(resources?.limits)).length === compute.length;
}
