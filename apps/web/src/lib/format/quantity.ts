import { formatMemory, formatRounded } from '@kerf/core';

const gibibyte = 1024 ** 3;

/** `528 / 2,117 GiB`, both in the unit of the whole. */
export function formatMemoryPart(partBytes: number, wholeBytes: number): string {
  if (wholeBytes < gibibyte) return `${formatMemory(partBytes)} / ${formatMemory(wholeBytes)}`;
  return `${formatRounded(partBytes / gibibyte)} / ${formatMemory(wholeBytes)}`;
}

/** `68%`; a whole of 0 has no share. */
export function formatShare(part: number, whole: number, digits = 0): string {
  return whole > 0 ? `${((part / whole) * 100).toFixed(digits)}%` : '–';
}

/** Between 0 and 1, for bars. */
export const ratioOf = (part: number, whole: number): number =>
  whole > 0 ? Math.min(1, Math.max(0, part / whole)) : 0;
