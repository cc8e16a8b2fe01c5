import type { Reason } from '@kerf/engine';

/** Why no node can be planned that no pod asks for, for a finding or a condition. */
export function refusalText(reason: Reason): string {
  switch (reason.code) {
    case 'NODE_POOL_NOT_READY':
      return reason.detail;
    case 'MIN_VALUES_UNMET':
      return `minValues of ${reason.key} is ${reason.minValues}, and only ${reason.found} are left`;
    case 'REQUIREMENT_INCOMPATIBLE':
    case 'LABEL_UNDEFINED':
      return `no instance type fulfils the requirement on ${reason.key}`;
    case 'RESOURCE_TOO_LARGE':
      return `no instance type has room for the request of ${reason.resource}`;
    default:
      return 'none of the instance types that it allows can be had now';
  }
}
