const gibibyte = 1024 ** 3;
const mebibyte = 1024 ** 2;

/** `10.65` vCPU, without a unit. */
export const formatCpu = (milliCpu: number): string => trim(milliCpu / 1000);

/** `7.6 GiB`, or MiB below one GiB. */
export function formatMemory(bytes: number): string {
  const magnitude = Math.abs(bytes);
  if (magnitude >= gibibyte) return `${trim(bytes / gibibyte)} GiB`;
  return magnitude >= mebibyte || magnitude === 0
    ? `${Math.round(bytes / mebibyte)} MiB`
    : `${bytes} B`;
}

/** An amount of any resource with its unit, from the units of `ResourceAmount`. */
export function formatAmount(resource: string, amount: number): string {
  if (resource === 'cpu') return `${formatCpu(amount)} CPU`;
  if (isBytes(resource)) return formatMemory(amount);
  return `${formatCount(amount)} ${resource}`;
}

/** An amount with the name of its resource: `5 GiB memory`. */
export const formatNamedAmount = (resource: string, amount: number): string =>
  isBytes(resource)
    ? `${formatAmount(resource, amount)} ${resourceName(resource)}`
    : formatAmount(resource, amount);

/** Returns the common name of a resource. */
export function resourceName(resource: string): string {
  if (resource === 'cpu') return 'CPU';
  return resource === 'ephemeral-storage' ? 'local storage' : resource;
}

const grouped = new Intl.NumberFormat('en-US');

/** `528 / 2,117 GiB`, both in the unit of the whole. */
export function formatMemoryPart(partBytes: number, wholeBytes: number): string {
  if (wholeBytes < gibibyte) return `${formatMemory(partBytes)} / ${formatMemory(wholeBytes)}`;
  return `${trim(partBytes / gibibyte)} / ${formatMemory(wholeBytes)}`;
}

export const formatCount = (count: number): string => grouped.format(count);

/** `1 node`, `3 nodes`. */
export const countOf = (count: number, singular: string, plural = `${singular}s`): string =>
  `${formatCount(count)} ${count === 1 ? singular : plural}`;

/** `68%`; a whole of 0 has no share. */
export function formatShare(part: number, whole: number, digits = 0): string {
  return whole > 0 ? `${((part / whole) * 100).toFixed(digits)}%` : '–';
}

/** Between 0 and 1, for bars. */
export const ratioOf = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;

const isBytes = (resource: string): boolean =>
  resource === 'memory' || resource.endsWith('storage') || resource.startsWith('hugepages-');

function trim(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return grouped.format(Number(value.toFixed(digits)));
}
