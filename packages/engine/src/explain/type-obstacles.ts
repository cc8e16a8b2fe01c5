import { assertNever, invariant } from '@kerf/core';
import type { ClusterSnapshot } from '../model/cluster-snapshot.js';
import type { HostPort } from '../model/pod.js';
import type { Reason } from '../model/reason.js';
import {
  type Bits,
  bitsIntersect,
  bitsOf,
  emptyBits,
  hasBit,
  uniteBits,
} from '../requirements/bits.js';
import type { LabelSpace } from '../requirements/label-space.js';
import { termsOf, termsOfValues } from '../requirements/label-terms.js';
import { type Requirements, valuesSatisfy } from '../requirements/requirements.js';
import { findPortConflict } from '../resources/host-ports.js';
import type { ResourceSpace, ResourceVector } from '../resources/resource-space.js';
import type { CompiledInstanceType } from '../scheduling/nodes/instance-types.js';
import type { LimitUsage } from '../scheduling/nodes/limits.js';
import type { NodeClaimTemplate } from '../scheduling/nodes/node-claim-template.js';
import { findExcess } from '../volumes/volume-usage.js';
import { limitExceeded } from './limit-reason.js';
import { type OfferingNames, offeringReason } from './offering-reason.js';
import { portReason } from './port-reason.js';
import { largestOf } from './resource-reason.js';
import { volumeLimitReason } from './volume-limit-reason.js';

/** Conditions that an instance type must satisfy for a NodeClaim. */
export interface TypeQuestion {
  readonly template: NodeClaimTemplate;
  readonly requirements: Requirements;
  /** Requests of the pods, without daemons. */
  readonly requests: ResourceVector;
  readonly hostPorts: readonly HostPort[];
  /** Volumes of the pods, by CSI driver. */
  readonly volumeCounts: ReadonlyMap<string, number>;
  readonly limits: readonly LimitUsage[];
  /** The types that have devices for the claims of the pods; `null` if there are no claims. */
  readonly withDevices: Bits | null;
}

const stages = [
  'Label',
  'Offering',
  'Capacity',
  'Reservation',
  'Price',
  'Size',
  'Limit',
  'Port',
  'Volume',
  'Device',
] as const;
type Stage = (typeof stages)[number];

/**
 * The first check that a type fails, as one number: first by the check (labels, offering, available
 * capacity, free reservation, price, size, limits, ports, volumes, devices), then by the label, the resource, or the
 * index of the port or the CSI driver.
 * The greater, the nearer to fitting.
 */
export type TypeObstacle = number;

/** The type fits. */
export const noObstacle = -1;

const stride = 2 ** 20;
const obstacle = (stage: Stage, subject: number): TypeObstacle =>
  stages.indexOf(stage) * stride + subject;

/** Sources of the names in reasons. */
export interface ObstacleNames extends OfferingNames {
  readonly resources: ResourceSpace;
  readonly snapshot: Pick<ClusterSnapshot, 'daemonSets'>;
}

/** Returns the first check that a type fails, or {@link noObstacle}. */
export function findObstacle(question: TypeQuestion, type: number): TypeObstacle {
  const { template, requirements, requests, limits, withDevices } = question;
  if (!hasBit(template.allowedBy(requirements).types, type)) {
    return findRequirementObstacle(template, requirements, type);
  }
  for (let resource = 0; resource < requests.length; resource++) {
    if ((requests[resource] ?? 0) > template.allocatable.get(type, resource)) {
      return obstacle('Size', resource);
    }
  }
  const exceeded = limits.find(({ index, left }) => template.capacity.get(type, index) > left);
  if (exceeded !== undefined) return obstacle('Limit', exceeded.index);
  const port = findPortObstacle(question, type);
  if (port !== noObstacle) return port;
  const volume = findVolumeObstacle(question, type);
  if (volume !== noObstacle) return volume;
  const hasDevices = withDevices === null || hasBit(withDevices, type);
  return hasDevices ? noObstacle : obstacle('Device', 0);
}

/** Returns why the requirements do not allow a type, whatever its pods are. */
export function findRequirementObstacle(
  template: NodeClaimTemplate,
  requirements: Requirements,
  type: number,
): TypeObstacle {
  const compiled = template.types[type];
  const failing = requirements.list.find(({ key }) => {
    const values = compiled?.labels[key];
    const requirement = requirements.byKey[key];
    return values !== undefined && requirement !== undefined && !valuesSatisfy(requirement, values);
  });
  if (failing !== undefined) return obstacle('Label', failing.key);
  const { variants } = template.allowedBy(requirements);
  if (compiled !== undefined && !bitsIntersect(compiled.variants, variants)) {
    return obstacle(offeringStage(compiled, variants), 0);
  }
  const { requests } = template.daemons.overheadFor(type);
  const resource = requests.findIndex((_, index) => template.allocatable.get(type, index) < 0);
  return obstacle('Size', Math.max(0, resource));
}

function offeringStage(type: CompiledInstanceType, variants: Bits): Stage {
  const { unavailableVariants, fullVariants } = type;
  if (bitsIntersect(unavailableVariants, variants)) return 'Capacity';
  if (bitsIntersect(fullVariants, variants)) return 'Reservation';
  return bitsIntersect(type.unpricedVariants, variants) ? 'Price' : 'Offering';
}

/** Returns the reason for several types with the same obstacle. */
export function reasonFor(
  names: ObstacleNames,
  question: TypeQuestion,
  found: TypeObstacle,
  types: readonly number[],
): Reason {
  const stage = stages[Math.floor(found / stride)];
  const subject = found % stride;
  invariant(stage !== undefined, 'the type has no obstacle');
  switch (stage) {
    case 'Label':
      return labelReason(names.space, question, subject, types);
    case 'Offering':
    case 'Capacity':
    case 'Reservation':
    case 'Price':
      return offeringReason(
        names,
        question.template,
        question.requirements,
        bitsOf(question.template.types.length, types),
      );
    case 'Size':
      return resourceReason(names.resources, question, subject, types);
    case 'Limit':
      return limitReason(names.resources, question, subject, types);
    case 'Port':
      return portReason(names.snapshot.daemonSets, question.hostPorts.slice(subject, subject + 1));
    case 'Volume':
      return volumeLimitReason(
        question.template,
        types,
        new Map([...question.volumeCounts].slice(subject, subject + 1)),
      );
    case 'Device':
      return { code: 'INSTANCE_TYPE_LACKS_DEVICES' };
    default:
      return assertNever(stage);
  }
}

function findPortObstacle({ template, hostPorts }: TypeQuestion, type: number): TypeObstacle {
  if (hostPorts.length === 0) return noObstacle;
  const conflict = findPortConflict(template.daemons.overheadFor(type).hostPorts, hostPorts);
  return conflict === null ? noObstacle : obstacle('Port', hostPorts.indexOf(conflict));
}

function findVolumeObstacle({ template, volumeCounts }: TypeQuestion, type: number): TypeObstacle {
  const excess = findExcess(volumeCounts, template.types[type]?.source.volumeLimits);
  if (excess === null) return noObstacle;
  return obstacle('Volume', [...volumeCounts.keys()].indexOf(excess.driver));
}

function labelReason(
  space: LabelSpace,
  { template, requirements }: TypeQuestion,
  key: number,
  types: readonly number[],
): Reason {
  const required = requirements.byKey[key];
  let values: Bits = emptyBits(space.valueCount(key));
  for (const type of types) {
    values = uniteBits(values, template.types[type]?.labels[key] ?? values);
  }
  return {
    code: 'INSTANCE_TYPE_MISMATCH',
    key: space.nameOf(key),
    required: required === undefined ? [] : termsOf(space, required),
    found: termsOfValues(space, key, values),
  };
}

function resourceReason(
  resources: ResourceSpace,
  { template, requests }: TypeQuestion,
  resource: number,
  types: readonly number[],
): Reason {
  const largest = largestOf(template, types, resource);
  const compiled = template.types[largest];
  const daemons = template.daemons.overheadFor(largest).requests[resource] ?? 0;
  return {
    code: 'INSTANCE_TYPE_TOO_SMALL',
    resource: resources.names[resource] ?? '',
    requested: (requests[resource] ?? 0) + daemons,
    largest: compiled?.allocatable[resource] ?? 0,
    instanceType: compiled?.source.name ?? null,
  };
}

function limitReason(
  resources: ResourceSpace,
  { template, limits }: TypeQuestion,
  resource: number,
  types: readonly number[],
): Reason {
  const usage = limits.find(({ index }) => index === resource);
  invariant(usage !== undefined, 'an exceeded limit is missing from the limits');
  return limitExceeded(resources, template, usage, types);
}
