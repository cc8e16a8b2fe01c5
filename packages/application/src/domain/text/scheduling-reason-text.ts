import { assertNever, countOf, formatQuantity, usdText } from '@kerf/core';
import type { DevicesMissing, LabelTerm, SchedulingReason } from '@kerf/engine';

/** Returns why a pod or a NodePool gets no node, as half a sentence. */
export function schedulingReasonText(reason: SchedulingReason): string {
  switch (reason.code) {
    case 'POD_INVALID':
    case 'NODE_POOL_NOT_READY':
      return reason.detail;
    case 'CONSTRAINT_UNSUPPORTED':
      return `${reason.constraint} is not supported`;
    case 'NO_NODE_POOL':
      return 'the cluster has no NodePool';
    case 'VOLUMES_INCOMPATIBLE':
      return `no node can attach all volumes, key ${reason.key}: ${reason.volumes.map(({ claim, required }) => `${claim} requires ${termsText(required)}`).join(', ')}`;
    case 'LAUNCHES_PAUSED':
      return `launches are paused by ${reason.owner}: ${reason.reason}`;
    case 'MONTHLY_SPEND_LIMIT_REACHED':
      return `${usdText(reason.spentMicroUsd, 2)} of the monthly spend limit of ${usdText(reason.limitMicroUsd, 2)} are spent`;
    case 'SPEND_LIMIT_EXCEEDED':
      return `the spend limit of ${usdText(reason.limitMicroUsdPerHour)} per hour would be exceeded: ${usdText(reason.spendMicroUsdPerHour)} now, ${usdText(reason.neededMicroUsdPerHour)} more needed`;
    case 'NODE_POOL_BEING_DELETED':
      return 'the NodePool is being deleted';
    case 'NODE_POOL_REFUSED':
      return `the NodePool is refused: ${reason.detail}`;
    case 'NO_MATCHING_INSTANCE_TYPE':
      return reason.allowed === null
        ? 'its EC2NodeClass resolves to no instance type'
        : `no instance type satisfies its requirement, key ${reason.allowed.key}, ${termsText(reason.allowed.terms)}`;
    case 'TAINT_NOT_TOLERATED':
      return `did not tolerate taint ${reason.key}${reason.value && `=${reason.value}`}:${reason.effect}`;
    default:
      return labelText(reason);
  }
}

type OfPool =
  | 'POD_INVALID'
  | 'NODE_POOL_NOT_READY'
  | 'LAUNCHES_PAUSED'
  | 'MONTHLY_SPEND_LIMIT_REACHED'
  | 'SPEND_LIMIT_EXCEEDED'
  | 'CONSTRAINT_UNSUPPORTED'
  | 'NO_NODE_POOL'
  | 'VOLUMES_INCOMPATIBLE'
  | 'NODE_POOL_BEING_DELETED'
  | 'NODE_POOL_REFUSED'
  | 'NO_MATCHING_INSTANCE_TYPE'
  | 'TAINT_NOT_TOLERATED';

/** Returns which label requirement of a pod the NodePool does not satisfy. */
function labelText(reason: Exclude<SchedulingReason, { readonly code: OfPool }>): string {
  switch (reason.code) {
    case 'LABEL_UNDEFINED':
      return `label ${reason.key} is not defined`;
    case 'REQUIREMENT_INCOMPATIBLE':
      return `incompatible requirements, key ${reason.key}, ${termsText(reason.required)} not in ${reason.allowed.key === reason.key ? '' : `${reason.allowed.key} `}${termsText(reason.allowed.terms)}`;
    case 'VALUE_UNKNOWN':
      return `unknown value of ${reason.key}: ${termsText(reason.required)}`;
    case 'SUBNET_MISSING':
      return `EC2NodeClass ${reason.nodeClass} has no subnet in ${reason.zones.join(', ')}`;
    case 'IMAGE_MISSING':
      return `EC2NodeClass ${reason.nodeClass} has no image for ${reason.architectures.join(', ')} with ${reason.variant} devices`;
    case 'NETWORK_INCOMPATIBLE':
      return `the instance types cannot have the network interfaces of EC2NodeClass ${reason.nodeClass}`;
    case 'NODE_CLASS_INCOMPATIBLE':
      return `the instance types do not support ${reason.field} (${reason.value}) of EC2NodeClass ${reason.nodeClass}`;
    default:
      return capacityText(reason);
  }
}

type OfLabel =
  | OfPool
  | 'LABEL_UNDEFINED'
  | 'REQUIREMENT_INCOMPATIBLE'
  | 'VALUE_UNKNOWN'
  | 'SUBNET_MISSING'
  | 'IMAGE_MISSING'
  | 'NETWORK_INCOMPATIBLE'
  | 'NODE_CLASS_INCOMPATIBLE';

/** Returns why the instance types that satisfy all labels cannot be used. */
function capacityText(reason: Exclude<SchedulingReason, { readonly code: OfLabel }>): string {
  switch (reason.code) {
    case 'NO_OFFERING':
      return 'the compatible instance types have no offering in its zones with its capacity types';
    case 'OFFERINGS_UNAVAILABLE':
      return `no compatible instance type is available now${shiftText(reason.shifted?.zones)}`;
    case 'RESERVATION_FULL':
      return `no free instance in the capacity reservations ${reason.reservations.join(', ')}`;
    case 'OFFERING_UNPRICED':
      return 'no compatible instance type has a known price';
    case 'RESOURCE_NOT_OFFERED':
      return `no instance type has ${reason.resource}`;
    case 'RESOURCE_TOO_LARGE':
      return `no instance type has ${formatQuantity(reason.resource, reason.requested)} of ${reason.resource}`;
    case 'RESOURCE_COMBINATION_TOO_LARGE':
      return `no instance type has enough of ${reason.resources.join(', ')} in combination`;
    case 'LIMIT_EXCEEDED':
      return `all available instance types exceed limits for nodepool, ${reason.resource} is ${formatQuantity(reason.resource, reason.usage)} of ${formatQuantity(reason.resource, reason.limit)}`;
    case 'HOST_PORT_CONFLICT':
      return `host port ${reason.port}/${reason.protocol} is in use`;
    case 'VOLUME_LIMIT_EXCEEDED':
      return `no instance type can attach ${countOf(reason.volumeCount, 'volume')} of ${reason.driver}, at most ${reason.limit}`;
    case 'TOPOLOGY_UNSATISFIABLE':
      return `unsatisfiable topology constraint over ${reason.key}`;
    default:
      return typesText(reason);
  }
}

type OfCapacity =
  | OfLabel
  | 'NO_OFFERING'
  | 'OFFERINGS_UNAVAILABLE'
  | 'RESERVATION_FULL'
  | 'OFFERING_UNPRICED'
  | 'RESOURCE_NOT_OFFERED'
  | 'RESOURCE_TOO_LARGE'
  | 'RESOURCE_COMBINATION_TOO_LARGE'
  | 'LIMIT_EXCEEDED'
  | 'HOST_PORT_CONFLICT'
  | 'VOLUME_LIMIT_EXCEEDED'
  | 'TOPOLOGY_UNSATISFIABLE';

/** Returns why the instance types of a node are not sufficient, or were left out. */
function typesText(reason: Exclude<SchedulingReason, { readonly code: OfCapacity }>): string {
  switch (reason.code) {
    case 'MIN_VALUES_UNMET':
      return `minValues of ${reason.key} is ${reason.minValues}, and only ${reason.found} are available`;
    case 'RESERVATION_PENDING':
      return 'another node is being launched into the capacity reservation';
    case 'INSTANCE_TYPE_MISMATCH':
      return `no instance type satisfies the requirement of ${reason.key}`;
    case 'INSTANCE_TYPE_TOO_SMALL':
      return `no instance type is large enough for the request of ${reason.resource}`;
    case 'DEVICES_MISSING':
      return devicesText(reason);
    case 'INSTANCE_TYPE_LACKS_DEVICES':
      return 'no instance type has the devices that the pods claim';
    case 'MORE_EXPENSIVE_THAN_CHOSEN':
      return 'a cheaper instance type was chosen';
    default:
      return assertNever(reason);
  }
}

function devicesText({ claim, request, cause, detail, ...counts }: DevicesMissing): string {
  const subject = `request ${request} of claim ${claim}`;
  switch (cause) {
    case 'TOO_FEW':
      return `${subject} needs ${counts.neededDevices ?? 'all, at least 1,'} devices, and no instance type has more than ${counts.foundDevices} that it selects`;
    case 'UNSUPPORTED':
      return `${subject} selects ${detail}, which no new node is planned with`;
    case 'IN_USE':
      return `${subject} selects only devices that are in use or too small`;
    case 'CONSTRAINT':
      return `${subject} has no devices that satisfy the constraint on ${detail}`;
    case 'UNDECIDED':
      return `it is unknown which devices ${subject} selects: ${detail}`;
    case 'ELSEWHERE':
      return `claim ${claim} has its devices on ${detail === '' ? 'the node of another pod' : `node ${detail}`}`;
    case 'TOO_COMPLEX':
      return `${subject} has too many combinations of devices`;
    default:
      return assertNever(cause);
  }
}

const shiftText = (zones: readonly string[] = []): string =>
  zones.length === 0 ? '' : `, and a zonal shift moves traffic away from ${zones.join(', ')}`;

function termsText(terms: readonly LabelTerm[]): string {
  return terms.map(termText).join(' and ');
}

function termText({ operator, values, omitted }: LabelTerm): string {
  if (values.length === 0) return operator;
  const more = omitted === 0 ? '' : ` and ${omitted} more`;
  return `${operator} [${values.join(', ')}${more}]`;
}
