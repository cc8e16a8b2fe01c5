import { getOrCreate } from '@kerf/core';
import { Environment, type ParseResult } from '@marcbachmann/cel-js';
import { isQuantity } from '../quantity.js';

/** CEL with the variables `self` and `oldSelf` and the functions that Kubernetes adds. */
const environment = new Environment({
  homogeneousAggregateLiterals: false,
  enableOptionalTypes: true,
})
  .registerVariable('self', 'dyn')
  .registerVariable('oldSelf', 'dyn')
  .registerFunction('string.find(string): string', find)
  .registerFunction('string.findAll(string): list<string>', findAll)
  .registerFunction('string.replace(string, string): string', replaceAll)
  .registerFunction('list.indexOf(dyn): int', indexOf)
  .registerFunction('list.isSorted(): bool', isSorted)
  .registerFunction('list.min(): dyn', (list: readonly Comparable[]) => list.toSorted(compare)[0])
  .registerFunction('list.max(): dyn', (list: readonly Comparable[]) =>
    list.toSorted(compare).at(-1),
  )
  .registerFunction('isQuantity(string): bool', (text: string) => isQuantity(text))
  .registerFunction('isURL(string): bool', (text: string) => URL.canParse(text));

export type CelProgram = ParseResult;

const programs = new Map<string, CelProgram>();

/** @throws ParseError, or TypeError of the CEL library, if the expression is invalid */
export function compileCel(expression: string): CelProgram {
  return getOrCreate(programs, expression, () => {
    const program = environment.parse(expression);
    const { valid, error } = program.check();
    if (!valid && error !== undefined) throw error;
    return program;
  });
}

type Comparable = string | number | bigint;

function compare(left: Comparable, right: Comparable): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

function find(text: string, pattern: string): string {
  return new RegExp(pattern).exec(text)?.[0] ?? '';
}

function findAll(text: string, pattern: string): readonly string[] {
  return text.match(new RegExp(pattern, 'g')) ?? [];
}

function replaceAll(text: string, from: string, to: string): string {
  return text.replaceAll(from, to);
}

function indexOf(list: readonly unknown[], item: unknown): bigint {
  return BigInt(list.indexOf(item));
}

function isSorted(list: readonly Comparable[]): boolean {
  return list.every((item, index) => index === 0 || compare(list[index - 1] ?? item, item) <= 0);
}
