import { isString, type Json } from '../json/json.js';

const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:([KMGTPE])i|([numkMGTPE])|[eE]([+-]?\d{1,2}))?$/;
const binarySuffixes = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const decimalSuffixes = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const nano = 9;

/** Returns true if Kubernetes parses the value as a quantity. */
export function isQuantity(value: Json): value is string | number {
  if (typeof value === 'number') return true;
  return isString(value) && value.length <= 64 && /\d/.test(value) && pattern.test(value);
}

/**
 * Returns the canonical form that an API server stores: `0.5` becomes `500m`, `1024Mi` becomes
 * `1Gi`, the number 2 becomes `"2"`. Other values are returned unchanged.
 */
export function canonicalQuantity(value: string): string;
export function canonicalQuantity(value: Json): Json;
export function canonicalQuantity(value: Json): Json {
  if (!isQuantity(value)) return value;
  const [, sign = '', , , binary, , exponent] = pattern.exec(String(value)) ?? [];
  const nanos = absoluteNanos(String(value));
  if (nanos === 0n) return '0';
  const prefix = sign === '-' ? '-' : '';
  if (exponent !== undefined) return `${prefix}${withExponent(nanos)}`;
  const isWhole = nanos % 10n ** 9n === 0n;
  return prefix + (binary !== undefined && isWhole ? withBinary(nanos) : withDecimal(nanos));
}

/** Returns a quantity in billionths, rounded up away from 0. */
export function nanosOf(quantity: string): bigint {
  const nanos = absoluteNanos(quantity);
  return quantity.startsWith('-') ? -nanos : nanos;
}

function absoluteNanos(quantity: string): bigint {
  const [, , whole = '', fraction = '', binary, decimal, exponent] = pattern.exec(quantity) ?? [];
  const power = exponent === undefined ? decimalPower(decimal) : Number(exponent);
  const scale = binary === undefined ? 1n : 1024n ** BigInt(binarySuffixes.indexOf(`${binary}i`));
  return scaled(BigInt(`0${whole}${fraction}`) * scale, power + nano - fraction.length);
}

function decimalPower(suffix: string | undefined): number {
  return suffix === undefined ? 0 : (decimalSuffixes.indexOf(suffix) - 3) * 3;
}

/** Multiplies by a power of ten and rounds up, as Kubernetes does. */
function scaled(value: bigint, power: number): bigint {
  if (power >= 0) return value * 10n ** BigInt(power);
  const divisor = 10n ** BigInt(-power);
  return (value + divisor - 1n) / divisor;
}

function withBinary(nanos: bigint): string {
  let value = nanos / 10n ** 9n;
  let step = 0;
  while (value % 1024n === 0n && step < binarySuffixes.length - 1) {
    value /= 1024n;
    step += 1;
  }
  return `${value}${binarySuffixes[step]}`;
}

function withDecimal(nanos: bigint): string {
  const { value, steps } = withoutThousands(nanos, decimalSuffixes.length - 1);
  return `${value}${decimalSuffixes[steps]}`;
}

function withExponent(nanos: bigint): string {
  const { value, steps } = withoutThousands(nanos, 20);
  const exponent = steps * 3 - nano;
  return exponent === 0 ? String(value) : `${value}e${exponent}`;
}

function withoutThousands(nanos: bigint, maxSteps: number): { value: bigint; steps: number } {
  let value = nanos;
  let steps = 0;
  while (value % 1000n === 0n && steps < maxSteps) {
    value /= 1000n;
    steps += 1;
  }
  return { value, steps };
}
