import { expect, it } from 'vitest';
import { interceptMethods } from './intercept-methods.js';

class Port {
  readonly region = 'us-east-1';
  #calls = 0;

  count(by: number): number {
    this.#calls += by;
    return this.#calls;
  }

  direct(): string {
    return 'direct';
  }
}

it('calls methods through the given function, on the object itself', () => {
  const methods: string[] = [];
  const port = interceptMethods(
    new Port(),
    (method, call) => {
      methods.push(method);
      return call();
    },
    'direct',
  );
  expect([port.count(2), port.count(3), port.direct(), port.region]).toEqual([
    2,
    5,
    'direct',
    'us-east-1',
  ]);
  expect(methods).toEqual(['count', 'count']);
});
