import {
  type CelInput,
  type CelMap,
  type CelResult,
  CelScalar,
  celEnv,
  celFunc,
  isCelError,
  isCelMap,
  mapType,
  parse,
  plan,
} from '@bufbuild/cel';
import { strings } from '@bufbuild/cel/ext';
import type { DeviceSelector } from '@kerf/application';
import { BoundedMap } from '@kerf/core';
import type { DeviceFacts } from '@kerf/engine';
import { costProblem, deviceProblem, stepsProblem } from './cel-cost.js';
import { celFunctions, celRegistry, quantityOf, versionOf } from './cel-values.js';

type Evaluate = (device: CelInput) => CelResult;

/** Expressions that are kept compiled; clusters have a few. */
const maxExpressions = 2_000;
/** Length of an expression in a text about it. */
const shownLength = 160;

/** The library asks a map for its value, and {@link Domains} has one for every name. */
const containsName = celFunc(
  '@in',
  [CelScalar.STRING, mapType(CelScalar.DYN, CelScalar.DYN)],
  CelScalar.BOOL,
  (name, map) => {
    const value = map.get(name);
    return isCelMap(value) ? !isKnownEmpty(value) : value !== undefined;
  },
);

function isKnownEmpty(map: CelMap): boolean {
  try {
    return map.size === 0;
  } catch {
    // It has members, and more may follow.
    return false;
  }
}

const environment = celEnv({
  registry: celRegistry,
  funcs: [...strings, ...celFunctions, containsName],
  variables: { device: CelScalar.DYN },
});

/**
 * Returns an evaluator of the CEL expressions of DeviceClasses and claims, with the library of Kubernetes
 * for quantities and versions. What it cannot evaluate is undecided, and the text says why.
 */
export function createDeviceSelector(): DeviceSelector {
  const known = new BoundedMap<string, Evaluate | string>(maxExpressions);
  const compiled = (expression: string): Evaluate | string => {
    const found = known.get(expression);
    if (found !== undefined) return found;
    const made = compile(expression);
    known.set(expression, made);
    return made;
  };
  return {
    select(expression, device, isPublished) {
      const evaluate = compiled(expression);
      if (typeof evaluate === 'string') return describe(expression, evaluate);
      const problem = deviceProblem(device);
      if (problem !== null) return describe(expression, problem);
      return isPublished
        ? outcomeOf(expression, evaluate(toCel(device, isPublished, atMost)))
        : plannedOutcome(expression, evaluate, device);
    },
  };
}

function compile(expression: string): Evaluate | string {
  const problem = costProblem(expression);
  if (problem !== null) return problem;
  try {
    const parsed = parse(expression);
    const tooComplex = stepsProblem(parsed.expr);
    if (tooComplex !== null) return tooComplex;
    const evaluate = plan(environment, parsed);
    return (device) => evaluate({ device });
  } catch (error) {
    return messageOf(error);
  }
}

type AmountOf = (capacity: DeviceFacts['capacity'][string]) => number;
const atMost: AmountOf = ({ amount }) => amount;
const atLeast: AmountOf = ({ amount, atLeast: least }) => least ?? amount;

/** An amount of a planned device is known within bounds: the outcome must be the same at both. */
function plannedOutcome(
  expression: string,
  evaluate: Evaluate,
  device: DeviceFacts,
): boolean | string {
  const high = outcomeOf(expression, evaluate(toCel(device, false, atMost)));
  if (Object.values(device.capacity).every((capacity) => capacity.atLeast === undefined)) {
    return high;
  }
  const low = outcomeOf(expression, evaluate(toCel(device, false, atLeast)));
  return high === low
    ? high
    : describe(expression, 'the capacity of the device is known exactly only once the node runs');
}

function outcomeOf(expression: string, result: CelResult): boolean | string {
  if (typeof result === 'boolean') return result;
  if (isCelError(result)) return describe(expression, result.message);
  return describe(expression, 'it is neither true nor false');
}

function describe(expression: string, problem: string): string {
  const text = expression.trim();
  const shown = text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
  return `CEL expression ${JSON.stringify(shown)}: ${problem}`;
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : 'it cannot be parsed';

/** Source: Kubernetes dynamic-resource-allocation/cel compile.go, the variable `device`. */
function toCel(device: DeviceFacts, isPublished: boolean, amountOf: AmountOf): CelInput {
  const { driver, attributes, capacity, isShareable = false } = device;
  const values = Object.entries(attributes).map(([name, text]) => [name, valueOf(text)] as const);
  const amounts = Object.entries(capacity).map(
    ([name, one]) => [name, quantityOf(amountOf(one))] as const,
  );
  const toMap = isPublished ? publishedMap : plannedMap;
  return new Map<string, CelInput>([
    ['driver', driver],
    ['attributes', toMap('attribute', values)],
    ['capacity', toMap('capacity', amounts)],
    ['allowMultipleAllocations', isShareable],
  ]);
}

/** Reads a typed text, such as `int:3`. */
function valueOf(text: string): CelInput {
  const colon = text.indexOf(':');
  const [kind, value] = [text.slice(0, colon), text.slice(colon + 1)];
  switch (kind) {
    case 'int':
      return BigInt(value);
    case 'bool':
      return value === 'true';
    case 'version':
      return versionOf(value);
    default:
      return value;
  }
}

type Entries = readonly (readonly [name: string, value: CelInput])[];

function byDomain(entries: Entries): ReadonlyMap<string, Map<string, CelInput>> {
  const domains = new Map<string, Map<string, CelInput>>();
  for (const [name, value] of entries) {
    const slash = name.indexOf('/');
    const domain = name.slice(0, slash);
    const known = domains.get(domain) ?? new Map<string, CelInput>();
    domains.set(domain, known.set(name.slice(slash + 1), value));
  }
  return domains;
}

/** A domain that the device does not have is an empty map. */
class Domains extends Map<string, CelInput> {
  override get(domain: string): CelInput {
    return super.get(domain) ?? new Map<string, CelInput>();
  }
}

const publishedMap = (_what: string, entries: Entries): CelInput => new Domains(byDomain(entries));

/** Values of a device that is not published yet: those that are missing are unknown, not absent. */
class KnownValues extends Map<string, CelInput> {
  readonly #what: string;

  constructor(what: string, entries: Iterable<readonly [string, CelInput]>) {
    super(entries);
    this.#what = what;
  }

  override get(name: string): CelInput {
    return super.get(name) ?? this.#refuse(name);
  }

  override has(name: string): boolean {
    return super.has(name) || this.#refuse(name);
  }

  override get size(): number {
    return this.#refuse('');
  }

  override [Symbol.iterator](): MapIterator<[string, CelInput]> {
    return this.#refuse('');
  }

  override entries(): MapIterator<[string, CelInput]> {
    return this.#refuse('');
  }

  override keys(): MapIterator<string> {
    return this.#refuse('');
  }

  override values(): MapIterator<CelInput> {
    return this.#refuse('');
  }

  override forEach(): void {
    this.#refuse('');
  }

  #refuse(name: string): never {
    const subject = name === '' ? `the set of each ${this.#what}` : `${this.#what} ${name}`;
    throw new Error(`${subject} is known only once the node runs`);
  }
}

const plannedMap = (what: string, entries: Entries): CelInput =>
  new KnownValues(
    `${what} domain`,
    [...byDomain(entries)].map(([domain, values]) => [
      domain,
      new KnownValues(`${what} of ${domain}`, values),
    ]),
  );
