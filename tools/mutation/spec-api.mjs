// The functions of `vitest` that the engine's specs use. Tests are kept in a list, to be run repeatedly.
import { expect as expectOne } from 'expect';

expectOne.extend({
  toSatisfy(received, isSatisfied) {
    const pass = isSatisfied(received);
    return { pass, message: () => `${JSON.stringify(received)} does not satisfy the condition` };
  },
});

/** Takes a message for a failure as a second argument, as Vitest does; it is not shown. */
export const expect = Object.assign((actual, _message) => expectOne(actual), expectOne);

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
/** Runs before each test: what it prepares has to be computed with the mutant. */
export const beforeAll = (run) => before.push(run);
export const afterEach = (run) => after.unshift(run);

/** Returns the tests defined since the last call. */
export function takeTests() {
  const taken = tests;
  tests = [];
  return taken;
}
