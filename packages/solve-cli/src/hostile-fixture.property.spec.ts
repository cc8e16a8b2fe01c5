import { isAppError } from '@kerf/core';
import { Json, randomFixture, readFixture } from '@kerf/testing';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveFixture } from './solve-fixture.js';

const options = { firstFitOnly: true, deadlineMs: 0, seed: 1 };

/** Returns `Solved` if every pod is in the answer, or the path of the error. */
function outcomeOf(document: unknown): string {
  try {
    const snapshot = readFixture(new Json(document));
    const { pods, placed, errorCount } = solveFixture(snapshot, options);
    return placed + errorCount === pods && pods === snapshot.pods.length ? 'Solved' : 'Lost pods';
  } catch (cause) {
    if (!isAppError(cause)) throw cause;
    return cause.fields.map(({ path }) => path).join();
  }
}

/** Returns the path of every value of a document. */
function pathsOf(value: unknown): readonly (readonly (string | number)[])[] {
  if (typeof value !== 'object' || value === null) return [[]];
  const inner = Object.entries(value).flatMap(([name, item]) =>
    pathsOf(item).map((path) => [name, ...path]),
  );
  return [[], ...inner];
}

function withValueAt(value: unknown, path: readonly (string | number)[], put: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return put;
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      String(index) === name ? withValueAt(item, rest, put) : item,
    );
  }
  const entries = Object.entries(value ?? {});
  return Object.fromEntries(
    entries.map(([key, item]) => [key, key === name ? withValueAt(item, rest, put) : item]),
  );
}

const hostile = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(
    -1,
    0,
    2 ** 40,
    1e300,
    '',
    '-5',
    '1e30',
    'x'.repeat(65_536),
    '__proto__',
    {},
    [],
    [null],
    null,
  ),
);

describe('the validation of a fixture', () => {
  it('refuses arbitrary JSON with a path, or solves it', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (document) => {
        expect(outcomeOf(document)).toMatch(/^(Solved|\$.*)$/);
      }),
      { seed: 20_260_101, numRuns: 300 },
    );
  });

  it('refuses a fixture with an arbitrary value at any path, or solves it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(), hostile, (seed, at, put) => {
        const fixture = randomFixture(seed);
        const paths = pathsOf(fixture);
        const document = withValueAt(fixture, paths[at % paths.length] ?? [], put);
        expect(outcomeOf(document)).toMatch(/^(Solved|\$.*)$/);
      }),
      { seed: 20_260_101, numRuns: 250 },
    );
  }, 60_000);
});
