import { err, ok, type Result } from './result.js';
import type { Bytes, MilliCpu } from './units.js';

/**
 * The grammar of Kubernetes quantities. They are parsed exactly, because libraries use floating
 * point or refuse valid text such as `1.5Gi` (docs/adr/0002).
 * Source: https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
const pattern = /^([+-]?)(\d+(?:\.\d*)?|\.\d+)(Ki|Mi|Gi|Ti|Pi|Ei|[numkMGTPE]|[eE][+-]?\d+)?$/;

const binaryPower: Readonly<Record<string, bigint>> = {
  Ki: 1n,
  Mi: 2n,
  Gi: 3n,
  Ti: 4n,
  Pi: 5n,
  Ei: 6n,
};
const decimalExponent: Readonly<Record<string, number>> = {
  n: -9,
  u: -6,
  m: -3,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
  P: 15,
  E: 18,
};

/**
 * Longer texts and larger exponents are refused: no resource needs them, and 10^n uses much memory.
 */
const maxLength = 64;
const maxExponent = 30;

/**
 * Parses a quantity to units of 10^-`scale`, rounded up as Kubernetes does.
 * @param text as in a manifest; a number is what YAML makes of an unquoted text
 * @param scale 0 for whole units (bytes, pods), 3 for thousandths (CPU)
 * @returns a safe integer, or an error sentence with valid examples
 */
export function parseQuantity(text: string | number, scale: 0 | 3): Result<number, string> {
  const trimmed = String(text).trim();
  const match = trimmed.length <= maxLength ? pattern.exec(trimmed) : null;
  const [, sign, digits, suffix = ''] = match ?? [];
  if (digits === undefined) {
    return err(
      `${JSON.stringify(trimmed.slice(0, maxLength))} is not a quantity such as 500m, 2, 1.5Gi or 100M`,
    );
  }
  const [whole = '', fraction = ''] = digits.split('.');
  const base = binaryPower[suffix];
  const exponent =
    base === undefined ? (decimalExponent[suffix] ?? Number(suffix.slice(1) || 0)) : 0;
  if (Math.abs(exponent) > maxExponent) return err(`the exponent of ${trimmed} is out of range`);

  const shift = exponent + scale - fraction.length;
  const mantissa = BigInt(whole + fraction) * (base === undefined ? 1n : 1024n ** base);
  const magnitude =
    shift >= 0
      ? mantissa * 10n ** BigInt(shift)
      : divideRoundingUp(mantissa, 10n ** BigInt(-shift));
  const value = Number(sign === '-' ? -magnitude : magnitude);
  return Number.isSafeInteger(value) ? ok(value) : err(`${trimmed} is too large`);
}

function divideRoundingUp(numerator: bigint, denominator: bigint): bigint {
  return (numerator + denominator - 1n) / denominator;
}

/** Parses CPU to thousandths of a vCPU: `1.5` and `1500m` are 1500. */
export const parseMilliCpu = (text: string | number): Result<MilliCpu, string> =>
  parseQuantity(text, 3);
/** Parses memory or storage to bytes: `1Gi` is 1073741824. */
export const parseBytes = (text: string | number): Result<Bytes, string> => parseQuantity(text, 0);

const binaryUnits = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi'] as const;

/** Returns the shortest exact quantity of CPU: 1500 is `1500m`, 2000 is `2`. */
export function formatMilliCpu(milliCpu: MilliCpu): string {
  return milliCpu % 1000 === 0 ? String(milliCpu / 1000) : `${milliCpu}m`;
}

/** Returns the exact quantity in the largest binary unit that divides it: 1073741824 is `1Gi`. */
export function formatBytes(bytes: Bytes): string {
  let value = bytes;
  let unit = 0;
  while (value !== 0 && value % 1024 === 0 && unit < binaryUnits.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value}${binaryUnits[unit]}`;
}

/** Returns the exact quantity of an amount of a resource; CPU is in thousandths, memory in bytes. */
export function formatQuantity(resource: string, amount: number): string {
  if (resource === 'cpu') return formatMilliCpu(amount);
  return isInBytes(resource) ? formatBytes(amount) : String(amount);
}

/** Tests whether amounts of a resource are bytes. */
export const isInBytes = (resource: string): boolean =>
  resource === 'memory' || resource === 'ephemeral-storage' || resource.startsWith('hugepages-');
