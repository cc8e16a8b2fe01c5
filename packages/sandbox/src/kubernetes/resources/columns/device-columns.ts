import { kinds } from '../kind.js';
import type { Column } from '../resource.js';
import type { ResourceClaim } from '../types/device.js';
import { ageColumn, columnsOf, nameColumn } from './define-columns.js';

const claim = columnsOf(kinds.resourceClaim);
const slice = columnsOf(kinds.resourceSlice);

export const resourceClaimColumns: readonly Column[] = [
  nameColumn,
  claim.text('State', stateOf),
  ageColumn,
];

export const resourceSliceColumns: readonly Column[] = [
  nameColumn,
  slice.text('Node', ({ spec }) => spec.nodeName ?? ''),
  slice.text('Driver', ({ spec }) => spec.driver),
  slice.text('Pool', ({ spec }) => spec.pool.name),
  ageColumn,
];

/** Source: kubernetes pkg/printers/internalversion resourceClaimState. */
function stateOf({ metadata, status = {} }: ResourceClaim): string {
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const isAllocated = status.allocation !== undefined;
  const isReserved = isAllocated && (status.reservedFor ?? []).length > 0;
  return [
    ...(isDeleted ? ['deleted'] : []),
    ...(isAllocated ? ['allocated'] : []),
    ...(isReserved ? ['reserved'] : []),
    ...(isDeleted || isAllocated ? [] : ['pending']),
  ].join(',');
}
