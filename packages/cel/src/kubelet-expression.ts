import { err, ok, type Result } from '@kerf/core';
import { type ASTNode, Environment, type ParseResult } from '@marcbachmann/cel-js';

/** Properties of an instance type that expressions of kubelet settings may use. */
export interface InstanceTypeVariables {
  readonly instanceType: string;
  readonly vcpus: number;
  readonly memoryMiB: number;
  /** Network interfaces of the default network card. */
  readonly defaultEnis: number;
  /** IPv4 addresses of each network interface. */
  readonly ipsPerEni: number;
  /** Pods per node, as the setting or its default says. */
  readonly maxPods: number;
}

/**
 * Evaluates an expression for an instance type.
 * @returns a whole number from 0 to 2³¹ − 1; or why the expression has none
 */
export type KubeletExpression = (variables: InstanceTypeVariables) => Result<number, string>;

/** Longest expression, in characters. */
export const maxExpressionLength = 512;

/**
 * Limits with which an evaluation costs no more steps than the expression has parts: without lists
 * and maps, macros have nothing to repeat.
 */
const limits = {
  maxAstNodes: 256,
  maxDepth: 32,
  maxListElements: 0,
  maxMapEntries: 0,
  maxCallArguments: 2,
};

/** Functions that take constant or linear time; a regular expression may take exponential time. */
const functions: ReadonlySet<string> = new Set([
  'max',
  'min',
  'int',
  'double',
  'contains',
  'startsWith',
  'endsWith',
]);

const environment = new Environment({ limits })
  .registerVariable('vcpus', 'int')
  .registerVariable('memory_mib', 'int')
  .registerVariable('default_enis', 'int')
  .registerVariable('ips_per_eni', 'int')
  .registerVariable('max_pods', 'int')
  .registerVariable('instance_type', 'string')
  .registerFunction('max(int, int): int', greater<bigint>)
  .registerFunction('max(double, double): double', greater<number>)
  .registerFunction('max(int, double): double', (a: bigint, b: number) => greater(Number(a), b))
  .registerFunction('max(double, int): double', (a: number, b: bigint) => greater(a, Number(b)))
  .registerFunction('min(int, int): int', lesser<bigint>)
  .registerFunction('min(double, double): double', lesser<number>)
  .registerFunction('min(int, double): double', (a: bigint, b: number) => lesser(Number(a), b))
  .registerFunction('min(double, int): double', (a: number, b: bigint) => lesser(a, Number(b)));

/**
 * Reads an expression of a kubelet setting, in the subset of CEL that has no lists, maps and regular
 * expressions. Source: karpenter-provider-aws designs/dynamic-kubelet-configuration-via-expressions.
 * @returns why it is refused, if it is no such expression or its type is not int or double
 */
export function readKubeletExpression(text: string): Result<KubeletExpression, string> {
  if (text.length > maxExpressionLength) {
    return err(`has more than ${maxExpressionLength} characters`);
  }
  try {
    const parsed = environment.parse(text);
    const unknown = otherFunction(parsed.ast);
    if (unknown !== null) return err(`must not call ${unknown}`);
    const { valid, type = '', error } = parsed.check();
    if (!valid) return err(firstLine(error?.message ?? 'has no type'));
    return type === 'int' || type === 'double'
      ? ok((variables) => evaluate(parsed, variables))
      : err(`has the type ${type} instead of int or double`);
  } catch (error) {
    return err(messageOf(error));
  }
}

function evaluate(parsed: ParseResult, variables: InstanceTypeVariables): Result<number, string> {
  try {
    return wholeNumber(parsed(contextOf(variables)));
  } catch (error) {
    return err(messageOf(error));
  }
}

const largest = 2 ** 31 - 1;

function wholeNumber(value: unknown): Result<number, string> {
  if (typeof value !== 'bigint' && typeof value !== 'number') return err('is not a number');
  const amount = Math.trunc(Number(value));
  return amount >= 0 && amount <= largest
    ? ok(amount)
    : err(`is ${value} instead of a number from 0 to ${largest}`);
}

const contextOf = (of: InstanceTypeVariables): Readonly<Record<string, bigint | string>> => ({
  vcpus: BigInt(of.vcpus),
  memory_mib: BigInt(of.memoryMiB),
  default_enis: BigInt(of.defaultEnis),
  ips_per_eni: BigInt(of.ipsPerEni),
  max_pods: BigInt(of.maxPods),
  instance_type: of.instanceType,
});

function greater<N extends bigint | number>(a: N, b: N): N {
  return a > b ? a : b;
}

function lesser<N extends bigint | number>(a: N, b: N): N {
  return a < b ? a : b;
}

/** Returns the first function that expressions must not call; `null` if there is none. */
function otherFunction(node: ASTNode): string | null {
  const called = node.op === 'call' || node.op === 'rcall' ? node.args[0] : null;
  if (called !== null && !functions.has(called)) return called;
  return (
    nodesIn(node.args)
      .map(otherFunction)
      .find((name) => name !== null) ?? null
  );
}

/** Returns the operands of a node, which are nested in lists. */
function nodesIn(operand: unknown): readonly ASTNode[] {
  if (Array.isArray(operand)) return operand.flatMap(nodesIn);
  return isNode(operand) ? [operand] : [];
}

const isNode = (value: unknown): value is ASTNode =>
  typeof value === 'object' && value !== null && 'op' in value && 'args' in value;

const messageOf = (error: unknown): string =>
  firstLine(error instanceof Error ? error.message : String(error));

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';
