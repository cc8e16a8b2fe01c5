// The functions of `vitest` that the engine's specs use. Tests are kept in a list, to be run repeatedly.
import { expect } from 'expect';

export { expect };

let tests = [];
let names = [];
let before = [];
let after = [];

export function describe(name, define) {
  const outer = { names, before, after };
  names = [...names, name];
  before = [...before];
  after = [...after];
  define();
  ({ names, before, after } = outer);
}
describe.each = (cases) => (name, define) =>
  cases.forEach((one, index) =>
    describe(`${name} #${index + 1}`, () => define(...(Array.isArray(one) ? one : [one]))),
  );

export function it(name, run) {
  tests.push({ name: [...names, name].join(' > '), run, before, after });
}
it.each = (cases) => (name, run) =>
  cases.forEach((one, index) =>
    it(`${name} #${index + 1}`, () => run(...(Array.isArray(one) ? one : [one]))),
  );

export const beforeEach = (run) => before.push(run);
export const afterEach = (run) => after.unshift(run);

/** Returns the tests defined since the last call. */
export function takeTests() {
  const taken = tests;
  tests = [];
  return taken;
}
