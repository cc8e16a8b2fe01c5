import { formatBytes, formatMilliCpu } from '@kerf/core';

/** Returns an amount of a ResourceList in the units that manifests use. */
export function formatAmount(resource: string, amount: number): string {
  if (resource === 'cpu') return formatMilliCpu(amount);
  return resource === 'memory' || resource === 'ephemeral-storage'
    ? formatBytes(amount)
    : String(amount);
}
