import type { Reason } from '@kerf/engine';

/** Why a node that no pod asks for cannot be planned, for a finding or a condition. */
export function refusalText(reason: Reason): string {
  switch (reason.code) {
    case 'NODE_POOL_NOT_READY':
      return reason.detail;
    case 'MIN_VALUES_UNMET':
      return `minValues of ${reason.key} is ${reason.minValues}, and only ${reason.found} are available`;
    case 'INSTANCE_TYPE_MISMATCH':
      return `no instance type satisfies the requirement of ${reason.key}`;
    case 'INSTANCE_TYPE_TOO_SMALL':
      return `no instance type is large enough for the request of ${reason.resource}`;
    case 'NODE_POOL_MATCHES_NO_TYPE':
      return 'its EC2NodeClass resolves to no instance type';
    case 'NODE_POOL_BEING_DELETED':
      return 'the NodePool is being deleted';
    case 'OFFERING_UNPRICED':
      return 'the prices of the instance types that it allows are unknown';
    case 'NO_OFFERING':
      return 'the instance types that it allows are not sold in its zones with its capacity types';
    default:
      return 'none of the instance types that it allows is available now';
  }
}
