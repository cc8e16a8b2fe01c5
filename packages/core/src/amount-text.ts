import { isInBytes } from './quantity.js';

const gibibyte = 1024 ** 3;
const mebibyte = 1024 ** 2;

/** Returns CPU without a unit, e.g. `10.65`. */
export const formatCpu = (milliCpu: number): string => formatRounded(milliCpu / 1000);

/** Returns an amount of memory, e.g. `7.6 GiB`, or in MiB below one GiB. */
export function formatMemory(bytes: number): string {
  const magnitude = Math.abs(bytes);
  if (magnitude >= gibibyte) return `${formatRounded(bytes / gibibyte)} GiB`;
  return magnitude >= mebibyte || magnitude === 0
    ? `${Math.round(bytes / mebibyte)} MiB`
    : `${bytes} B`;
}

/** Returns an amount of a resource with its unit; CPU is in thousandths, memory in bytes. */
export function formatAmount(resource: string, amount: number): string {
  if (resource === 'cpu') return `${formatCpu(amount)} CPU`;
  if (isInBytes(resource)) return formatMemory(amount);
  return `${formatCount(amount)} ${resource}`;
}

/** Returns an amount with the name of its resource, e.g. `5 GiB memory`. */
export const formatNamedAmount = (resource: string, amount: number): string =>
  isInBytes(resource)
    ? `${formatAmount(resource, amount)} ${resourceName(resource)}`
    : formatAmount(resource, amount);

/** Returns the common name of a resource. */
export function resourceName(resource: string): string {
  if (resource === 'cpu') return 'CPU';
  return resource === 'ephemeral-storage' ? 'local storage' : resource;
}

const grouped = new Intl.NumberFormat('en-US');

/** Returns a number with its thousands separated, e.g. `2,117`. */
export const formatCount = (count: number): string => grouped.format(count);

/** Returns a number with its noun, e.g. `1 node`, `3 nodes`. */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;

/** Returns a number with three digits, without zeros at its end, e.g. `1.25`, `12.5`, `125`. */
export function formatRounded(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return grouped.format(Number(value.toFixed(digits)));
}
