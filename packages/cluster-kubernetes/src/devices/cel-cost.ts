// Method: the steps of an evaluation are bounded before it, from the sizes of constants and the limits
// of devices, as the API server estimates the cost of selectors. A comprehension repeats its step once
// per element of its range; what it accumulates grows by as much in each step.

import type { parse } from '@bufbuild/cel';
import type { DeviceFacts } from '@kerf/engine';

type Expr = ReturnType<typeof parse>['expr'];

/** The API server refuses longer ones. Source: resource/v1 CELSelectorExpressionMaxLength. */
const maxLength = 10 * 1024;
/** At most a few hundredths of a second; a cluster has about a hundred kinds of devices. */
const maxSteps = 100_000;
/** A term is one step. Source: Kubernetes apiserver/pkg/cel StringTraversalCostFactor. */
const stepsPerCharacter = 0.1;

/** Returns why an expression takes too long to evaluate; `null` if it does not. */
export function costProblem(text: string): string | null {
  return text.length > maxLength ? `it has more than ${maxLength} characters` : null;
}

/** Returns why a parsed expression takes too long to evaluate; `null` if it does not. */
export function stepsProblem(expr: Expr): string | null {
  const { steps } = estimate(expr, new Map([['device', deviceMap(0)]]));
  return steps <= maxSteps ? null : `it may take more than ${maxSteps} steps`;
}

/**
 * Returns why the steps of expressions on a device are not bounded; `null` if they are. An API server
 * refuses such a device.
 */
export function deviceProblem({ attributes, capacity }: DeviceFacts): string | null {
  const names = [...Object.keys(attributes), ...Object.keys(capacity)];
  const texts = Object.values(attributes).map((text) => text.slice(text.indexOf(':') + 1));
  const isBounded =
    names.length <= mapEntries &&
    names.every(({ length }) => length <= nameLength) &&
    texts.every(({ length }) => length <= textLength);
  return isBounded
    ? null
    : `the device has more than ${mapEntries} attributes and capacities, or one with a name of more than ${nameLength} or a value of more than ${textLength} characters`;
}

/** Upper bounds of a value. */
interface Extent {
  /** Characters and elements, those of nested lists included. */
  readonly size: number;
  /** Characters of a text, or elements of a list or map. */
  readonly count: number;
  /** Size of an element. */
  readonly element: number;
  /** The number of names of a part of `device`, such as 1 for `device.attributes`. */
  readonly depth?: number;
}

interface Estimate {
  readonly steps: number;
  readonly value: Extent;
}

type Variables = ReadonlyMap<string, Extent>;

const scalar: Extent = { size: 1, count: 1, element: 1 };
const sized = (size: number): Extent => ({ size, count: size, element: size });

/** Sources: resource/v1 ResourceSliceMaxAttributesAndCapacitiesPerDevice, DeviceMaxDomainLength, DeviceMaxIDLength. */
const mapEntries = 32;
const nameLength = 128;
/** Longest text of an attribute. Source: resource/v1 DeviceAttributeMaxValueLength. */
const textLength = 64;
/** Names from `device` to an attribute, such as `device.attributes['gpu.nvidia.com'].type`. */
const leafDepth = 3;

const deviceMap = (depth: number): Extent => ({
  size: mapEntries * nameLength,
  count: mapEntries,
  element: nameLength,
  depth,
});

function estimate(expr: Expr | undefined, variables: Variables): Estimate {
  const kind = expr?.exprKind;
  switch (kind?.case) {
    case 'constExpr': {
      const { value } = kind.value.constantKind;
      const isLong = typeof value === 'string' || value instanceof Uint8Array;
      return { steps: 1, value: isLong ? sized(Math.max(1, value.length)) : scalar };
    }
    case 'identExpr':
      return { steps: 1, value: variables.get(kind.value.name) ?? scalar };
    case 'selectExpr': {
      const { steps, value } = estimate(kind.value.operand, variables);
      return { steps: steps + 1, value: memberOf(value, kind.value.field) };
    }
    case 'callExpr': {
      const { target, args, function: name } = kind.value;
      const operands = target === undefined ? args : [target, ...args];
      return callOf(
        name,
        operands.map((one) => estimate(one, variables)),
      );
    }
    case 'listExpr':
      return listOf(kind.value.elements.map((one) => estimate(one, variables)));
    case 'structExpr':
      return listOf(
        kind.value.entries.flatMap(({ keyKind, value }) => [
          estimate(keyKind.case === 'mapKey' ? keyKind.value : undefined, variables),
          estimate(value, variables),
        ]),
      );
    case 'comprehensionExpr':
      return comprehensionOf(kind.value, variables);
    default:
      return { steps: 1, value: scalar };
  }
}

function memberOf({ element, depth }: Extent, name: string): Extent {
  if (depth === undefined) return sized(element);
  const isLeaf = depth + 1 >= leafDepth || name === 'driver';
  return isLeaf ? sized(textLength) : deviceMap(depth + 1);
}

function listOf(elements: readonly Estimate[]): Estimate {
  const sizes = elements.map(({ value }) => value.size);
  const count = elements.length;
  return {
    steps: 1 + sum(elements.map(({ steps }) => steps)),
    value: { size: count + sum(sizes), count, element: Math.max(1, ...sizes) },
  };
}

type Comprehension = Extract<NonNullable<Expr>['exprKind'], { case: 'comprehensionExpr' }>['value'];

function comprehensionOf(
  { iterRange, iterVar, accuInit, accuVar, loopCondition, loopStep, result }: Comprehension,
  variables: Variables,
): Estimate {
  const range = estimate(iterRange, variables);
  const start = estimate(accuInit, variables);
  const inLoop = (accumulated: Extent): Variables =>
    new Map([...variables, [iterVar, sized(range.value.element)], [accuVar, accumulated]]);
  const { count } = range.value;
  const once = estimate(loopStep, inLoop(start.value)).value;
  const grown = (from: number, to: number): number => from + count * Math.max(0, to - from);
  const accumulated: Extent = {
    size: grown(start.value.size, once.size),
    count: grown(start.value.count, once.count),
    element: Math.max(start.value.element, once.element),
  };
  const all = inLoop(accumulated);
  const end = estimate(result, all);
  const each = estimate(loopCondition, all).steps + estimate(loopStep, all).steps;
  return { steps: range.steps + start.steps + count * each + end.steps, value: end.value };
}

/** Functions with a result of a fixed size; operators have one, too, unless they are listed below. */
const tests: ReadonlySet<string> = new Set([
  'size',
  'contains',
  'startsWith',
  'endsWith',
  'matches',
  'indexOf',
  'lastIndexOf',
  'compareTo',
  'isGreaterThan',
  'isLessThan',
]);
/** Functions that look for each part of a text in another one. */
const searches: ReadonlySet<string> = new Set(['contains', 'matches', 'indexOf', 'lastIndexOf']);

function callOf(name: string, operands: readonly Estimate[]): Estimate {
  const values = operands.map(({ value }) => value);
  const [first = scalar, second = scalar, third = scalar] = values;
  const before = 1 + sum(operands.map(({ steps }) => steps));
  const sizes = sum(values.map(({ size }) => size));
  switch (name) {
    case '_[_]':
      return { steps: before + 1, value: memberOf(first, '') };
    case '_?_:_':
      return { steps: before, value: second.size > third.size ? second : third };
    case '_&&_':
    case '_||_':
      return { steps: before, value: scalar };
    case '_+_': {
      const count = first.count + second.count;
      const element = Math.max(first.element, second.element);
      return { steps: before + count * stepsPerCharacter, value: { size: sizes, count, element } };
    }
    case 'replace': {
      const size = (first.size + 1) * (third.size + 1);
      // Each replacement copies the text.
      return { steps: before + first.size * size * stepsPerCharacter, value: sized(size) };
    }
    case 'join': {
      const size = first.size + first.count * second.size;
      return { steps: before + size * stepsPerCharacter, value: sized(size) };
    }
    default: {
      const characters = searches.has(name) ? first.size * second.size : sizes;
      return {
        steps: before + characters * stepsPerCharacter,
        value: tests.has(name) || /\W/.test(name) ? scalar : sized(sizes + textLength),
      };
    }
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
