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
