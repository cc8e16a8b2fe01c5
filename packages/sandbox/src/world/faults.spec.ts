import { describe, expect, it } from 'vitest';
import { type FaultRule, Faults } from './faults.js';
import { ManualClock } from './time/manual-clock.js';
import { Timers } from './time/timers.js';

const call = {
  service: 'ec2',
  operation: 'CreateFleet',
  accountId: '111122223333',
  region: 'us-east-1',
};
const failure = { kind: 'error', code: 'InternalError', message: 'no', status: 500 } as const;

function setUp() {
  const clock = new ManualClock(1);
  const rules = new Map<string, FaultRule>();
  return { clock, rules, faults: new Faults(rules, 7, new Timers(clock, 1)) };
}

describe('Faults', () => {
  it('apply to matching calls, until the rule is removed', () => {
    const { faults } = setUp();
    const id = faults.add({ match: { operation: 'CreateFleet' }, effect: failure });
    expect(faults.applyTo(call)).toEqual([failure]);
    expect(faults.applyTo({ ...call, operation: 'DescribeInstances' })).toEqual([]);
    faults.remove(id);
    expect(faults.applyTo(call)).toEqual([]);
  });

  it.each([{ service: 'sqs' }, { accountId: '444455556666' }, { region: 'eu-west-1' }])(
    'do not apply to a call that differs in %j',
    (other) => {
      const { faults } = setUp();
      faults.add({ match: call, effect: failure });
      expect(faults.applyTo({ ...call, ...other })).toEqual([]);
      expect(faults.applyTo(call)).toEqual([failure]);
    },
  );

  it('end after the given number of calls', () => {
    const { faults } = setUp();
    faults.add({ match: {}, effect: failure, times: 2 });
    expect([1, 2, 3].map(() => faults.applyTo(call).length)).toEqual([1, 1, 0]);
    expect(faults.list()).toEqual([]);
  });

  it('apply to about the given ratio of calls, always the same ones', () => {
    const affectedCalls = () => {
      const { faults } = setUp();
      faults.add({ match: {}, effect: failure, ratio: 0.3 });
      return Array.from({ length: 1000 }, () => faults.applyTo(call).length);
    };
    const first = affectedCalls();
    const affected = first.filter((count) => count > 0).length;
    expect(Math.abs(affected - 300)).toBeLessThan(50);
    expect(affectedCalls()).toEqual(first);
  });

  it('throttle with a token bucket that is refilled over time', () => {
    const { faults, clock } = setUp();
    faults.add({ match: {}, effect: { kind: 'throttle', perSecond: 2, burst: 5 } });
    const refusedOfTen = () => Array.from({ length: 10 }, () => faults.applyTo(call)).flat();
    expect(refusedOfTen()).toEqual(Array.from({ length: 5 }, () => ({ kind: 'throttled' })));
    clock.advance(1_500);
    expect(refusedOfTen()).toHaveLength(7);
    clock.advance(60_000);
    expect(refusedOfTen()).toHaveLength(5);
  });

  it('allow a burst of one second by default', () => {
    const { faults, clock } = setUp();
    faults.add({ match: {}, effect: { kind: 'throttle', perSecond: 2 } });
    const refusedOfTen = () => Array.from({ length: 10 }, () => faults.applyTo(call)).flat();
    expect(refusedOfTen()).toHaveLength(8);
    clock.advance(500);
    expect(refusedOfTen()).toHaveLength(9);
  });

  it('are stored in the state, so that a restart continues', () => {
    const { faults, rules } = setUp();
    faults.add({ match: {}, effect: failure, times: 3 });
    faults.applyTo(call);
    const later = new Faults(
      new Map(structuredClone([...rules])),
      7,
      new Timers(new ManualClock(1), 1),
    );
    expect(later.list()).toMatchObject([{ remaining: 2, seen: 1 }]);
    expect(later.add({ match: {}, effect: failure })).toBe('2');
  });
});
