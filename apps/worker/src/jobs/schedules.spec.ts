import { defaultClusterSettings } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { schedulesOf } from './schedules.js';

const intervalOf = (disruptionPollMs: number) =>
  schedulesOf({ ...defaultClusterSettings, disruptionPollMs }).find(
    ({ name }) => name === 'disruption.plan',
  )?.everyMs;

describe('the schedule of disruption', () => {
  it('is each minute, because changes request evaluations in between', () => {
    expect(intervalOf(10_000)).toBe(60_000);
  });

  it('is not shorter than the interval of the settings', () => {
    expect(intervalOf(3_600_000)).toBe(3_600_000);
  });
});

it.each([
  'catalog.refresh-instance-types',
  'catalog.refresh-on-demand-prices',
  'catalog.refresh-spot-prices',
])(
  '%s runs again within five minutes of a failure, because no scheduled run is retried',
  (name) => {
    const schedule = schedulesOf(defaultClusterSettings).find((one) => one.name === name);
    expect(schedule?.everyMs).toBeLessThanOrEqual(300_000);
  },
);
