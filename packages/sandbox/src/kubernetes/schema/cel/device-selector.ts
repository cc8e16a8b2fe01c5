import { BoundedMap, err, messageOf, ok, type Result } from '@kerf/core';
import { Environment, type ParseResult } from '@marcbachmann/cel-js';
import type { Device, DeviceAttribute } from '../../resources/types/device.js';
import { isQuantity, nanosOf } from '../quantity.js';
import { isVersion, Version } from './version.js';

/** A quantity in expressions. */
class Quantity {
  readonly nanos: bigint;

  constructor(text: string) {
    if (!isQuantity(text)) throw new RangeError(`${JSON.stringify(text)} is no quantity`);
    this.nanos = nanosOf(text);
  }

  compareTo(other: Quantity): number {
    if (this.nanos === other.nanos) return 0;
    return this.nanos < other.nanos ? -1 : 1;
  }
}

type Domains<T> = ReadonlyMap<string, ReadonlyMap<string, T>>;

/** The variable `device` of expressions. */
export class CelDevice {
  readonly driver: string;
  readonly attributes: Domains<unknown>;
  readonly capacity: Domains<Quantity>;
  readonly allowMultipleAllocations = false;

  constructor(driver: string, { attributes = {}, capacity = {} }: Device) {
    this.driver = driver;
    this.attributes = byDomain(driver, attributes, valueOf);
    this.capacity = byDomain(driver, capacity, ({ value }) => new Quantity(value));
  }
}

/**
 * CEL with the variable `device` and what Kubernetes adds for it. Source: kubernetes
 * dynamic-resource-allocation/cel compile.go.
 */
const environment = new Environment({
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
})
  .registerType('Quantity', Quantity)
  .registerType('Semver', Version)
  .registerType('Device', {
    ctor: CelDevice,
    fields: {
      driver: 'string',
      attributes: 'map<string, map<string, dyn>>',
      capacity: 'map<string, map<string, Quantity>>',
      allowMultipleAllocations: 'bool',
    },
  })
  .registerVariable('device', 'Device')
  .registerFunction('quantity(string): Quantity', (text: string) => new Quantity(text))
  .registerFunction('isQuantity(string): bool', (text: string) => isQuantity(text))
  .registerFunction('semver(string): Semver', (text: string) => new Version(text))
  .registerFunction('isSemver(string): bool', isVersion);

/** Lets expressions compare values of a type. */
function addOrder<T>(type: string, compare: (left: T, right: T) => number): void {
  environment
    .registerFunction(`${type}.compareTo(${type}): int`, (left: T, right: T) =>
      BigInt(compare(left, right)),
    )
    .registerFunction(
      `${type}.isGreaterThan(${type}): bool`,
      (left: T, right: T) => compare(left, right) > 0,
    )
    .registerFunction(
      `${type}.isLessThan(${type}): bool`,
      (left: T, right: T) => compare(left, right) < 0,
    );
}

addOrder('Quantity', (left: Quantity, right: Quantity) => left.compareTo(right));
addOrder('Semver', (left: Version, right: Version) => left.compareTo(right));

/** Expressions that are kept compiled; claims of pods repeat them. */
const maxPrograms = 1_000;
const programs = new BoundedMap<string, Result<ParseResult, string>>(maxPrograms);

/** Returns why an expression cannot select devices; `null` if it can. */
export function selectorProblem(expression: string): string | null {
  const program = programOf(expression);
  return program.ok ? null : program.error;
}

/** Returns whether an expression selects a device, or why it cannot be evaluated. */
export function selects(expression: string, device: CelDevice): Result<boolean, string> {
  const program = programOf(expression);
  if (!program.ok) return err(`CEL compile error: ${program.error}`);
  try {
    const outcome: unknown = program.value({ device });
    return typeof outcome === 'boolean'
      ? ok(outcome)
      : err('CEL runtime error: the result is neither true nor false');
  } catch (error) {
    return err(`CEL runtime error: ${firstLine(error)}`);
  }
}

function programOf(expression: string): Result<ParseResult, string> {
  const known = programs.get(expression);
  if (known !== undefined) return known;
  const made = compile(expression);
  programs.set(expression, made);
  return made;
}

function compile(expression: string): Result<ParseResult, string> {
  try {
    const program = environment.parse(expression);
    const { valid, type = '', error } = program.check();
    if (!valid) return err(`compilation failed: ${firstLine(error)}`);
    return type === 'bool' || type === 'dyn'
      ? ok(program)
      : err(`must evaluate to bool or the unknown type, not ${type}`);
  } catch (error) {
    return err(`compilation failed: ${firstLine(error)}`);
  }
}

const firstLine = (error: unknown): string => messageOf(error).split('\n')[0] ?? '';

/** A name without a domain belongs to the driver. A domain that the device lacks is an empty map. */
function byDomain<From, To>(
  driver: string,
  values: Readonly<Record<string, From>>,
  convert: (value: From) => To,
): Domains<To> {
  const domains = new Map<string, Map<string, To>>();
  for (const [name, value] of Object.entries(values)) {
    const [domain, id] = splitName(driver, name);
    const known = domains.get(domain) ?? new Map<string, To>();
    domains.set(domain, known.set(id, convert(value)));
  }
  const find = domains.get.bind(domains);
  const none = new Map<string, To>();
  // The library takes a subclass of Map for no map.
  return Object.assign(domains, { get: (domain: string) => find(domain) ?? none });
}

function splitName(driver: string, name: string): readonly [domain: string, id: string] {
  const slash = name.indexOf('/');
  return slash < 0 ? [driver, name] : [name.slice(0, slash), name.slice(slash + 1)];
}

function valueOf({ string, int, bool, version }: DeviceAttribute): unknown {
  if (int !== undefined) return BigInt(int);
  return version === undefined ? (string ?? bool) : new Version(version);
}
