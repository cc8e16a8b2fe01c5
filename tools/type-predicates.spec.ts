import { describe, expect, it } from 'vitest';
import { unprovenPredicates } from './type-predicates.ts';

const problemsOf = (text: string): readonly string[] =>
  unprovenPredicates('some.ts', text).map(({ name, problem }) => `${name} ${problem}`);

describe('a type predicate is refused when its function', () => {
  it('does not test the value', () => {
    expect(
      problemsOf('const isPod = (value: unknown): value is Pod => isReady && names.value > 0;'),
    ).toEqual(['isPod does not test value']);
  });

  it('never returns false', () => {
    const text = `function isPod(value: unknown): value is Pod {
      log(value);
      return true;
    }`;
    expect(problemsOf(text)).toEqual(['isPod never returns false']);
    expect(problemsOf('const isPod = (value: unknown): value is Pod => true;')).toEqual([
      'isPod does not test value',
    ]);
  });

  it('claims a type parameter that only its caller knows', () => {
    const text = `function isWritten<T>(value: unknown): value is T {
      return typeof value === 'object' && value !== null;
    }`;
    expect(problemsOf(text)).toEqual(['isWritten claims T, which only its caller knows']);
    expect(
      problemsOf('const areAll = <T>(values: unknown): values is readonly T[] => isList(values);'),
    ).toEqual(['areAll claims T, which only its caller knows']);
  });

  it.each(['value !== null && value !== undefined', '!!value', 'Boolean(value)', 'value != null'])(
    'only tests whether an unknown is defined: %s',
    (test) => {
      expect(problemsOf(`const isPod = (value: unknown): value is Pod => ${test};`)).toEqual([
        'isPod only tests whether value is defined',
      ]);
    },
  );

  it('tests no field of a type that has fields', () => {
    const test = `typeof value === 'object' && value !== null`;
    expect(problemsOf(`const isPod = (value: unknown): value is Pod => ${test};`)).toEqual([
      'isPod tests no field of Pod',
    ]);
    expect(
      problemsOf(`interface Pod { uid: string }
        const isPod = (value: unknown): value is Readonly<Pod> => ${test};`),
    ).toEqual(['isPod tests no field of Readonly<Pod>']);
  });

  it('asserts without a test', () => {
    expect(
      problemsOf('function assertPod(value: unknown): asserts value is Pod { count += 1; }'),
    ).toEqual(['assertPod does not test value']);
  });

  it('is a method, and its line is reported', () => {
    const text = 'class Kind {\n  is(object: Draft): object is Pod { return this.isPod; }\n}';
    expect(unprovenPredicates('some.ts', text)).toEqual([
      { line: 2, name: 'is', problem: 'does not test object' },
    ]);
  });
});

describe('a type predicate is accepted when its function', () => {
  it.each([
    `const isName = (name: string): name is JobName => Object.hasOwn(catalog, name);`,
    `const isText = (value: unknown): value is string => typeof value === 'string';`,
    `const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;`,
    `type Json = { readonly [key: string]: unknown };
    const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;`,
    `const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);`,
    `const isPod = (value: unknown): value is Pod => isRecord(value) && 'uid' in value;`,
    `const isSet = <T>(value: T | null): value is T => value !== null;`,
    `const isThere = (pod: Pod | undefined): pod is Pod => pod !== undefined;`,
    `interface Kind<T> { is(object: Draft): object is T; }`,
    `function isPod(value: unknown): value is Pod {
      if (!isRecord(value) || typeof value.uid !== 'string') return false;
      return true;
    }`,
    `function invariant(condition: unknown): asserts condition { if (!condition) throw new Error(); }`,
  ])('%s', (text) => {
    expect(problemsOf(text)).toEqual([]);
  });
});
