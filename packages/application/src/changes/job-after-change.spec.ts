import { describe, expect, it } from 'vitest';
import { done, doneUntil, notNeeded } from '../domain/use-case-outcome.js';
import { JobAfterChange } from './job-after-change.js';

describe('JobAfterChange', () => {
  it('is requested at once at first, and then only after a change', () => {
    const job = new JobAfterChange(5_000);
    expect(job.request(10_000, ['a', 1])).toBe(10_000);
    expect(job.request(60_000, ['a', 1])).toBeNull();
    expect(job.request(61_000, ['a', 2])).toBe(61_000);
    expect(job.request(62_000, ['a', 2])).toBeNull();
  });

  it('is requested at most once within its spacing, and not later than that after a change', () => {
    const job = new JobAfterChange(5_000);
    job.request(10_000, [1]);
    expect(job.request(11_000, [2])).toBe(15_000);
    // The run at 15 s sees this change.
    expect(job.request(12_000, [3])).toBeNull();
    expect(job.request(16_000, [3])).toBeNull();
    expect(job.request(16_000, [4])).toBe(20_000);
  });

  it('is requested when its last run said that it is due again', async () => {
    const job = new JobAfterChange(5_000);
    job.request(10_000, []);
    await job.run(() => Promise.resolve(doneUntil(40_000)));
    expect(job.request(39_000, [])).toBeNull();
    expect(job.request(40_000, [])).toBe(40_000);
    await job.run(() => Promise.resolve(done));
    expect(job.request(90_000, [])).toBeNull();
  });

  it('keeps the earliest of several due times', async () => {
    const job = new JobAfterChange(5_000);
    job.request(10_000, []);
    await job.run(() => Promise.resolve(doneUntil(20_000)));
    await job.run(() => Promise.resolve(doneUntil(30_000)));
    expect(job.request(20_000, [])).toBe(20_000);
  });

  it('is requested again after a failure, which the queue sees', async () => {
    const job = new JobAfterChange(5_000);
    job.request(10_000, []);
    const failure = new Error('the cluster is away');
    await expect(job.run(() => Promise.reject(failure))).rejects.toBe(failure);
    expect(job.request(11_000, [])).toBe(15_000);
  });

  it('is requested again after a run that did nothing because another one was in progress', async () => {
    const job = new JobAfterChange(5_000);
    job.request(10_000, []);
    await job.run(() => Promise.resolve(notNeeded));
    expect(job.request(11_000, [])).toBe(15_000);
  });

  it('is requested again at once when the requested run was lost', () => {
    const job = new JobAfterChange(5_000);
    job.request(10_000, [1]);
    expect(job.request(11_000, [2])).toBe(15_000);
    job.requestAgain();
    expect(job.request(12_000, [2])).toBe(12_000);
    expect(job.request(13_000, [2])).toBeNull();
  });

  it('is requested after a change although the clock was set back', () => {
    const job = new JobAfterChange(5_000);
    job.request(3_600_000, [1]);
    expect(job.request(10_000, [2])).toBe(10_000);
    expect(job.request(11_000, [3])).toBe(15_000);
  });

  it('is requested when it is required', () => {
    const job = new JobAfterChange(5_000);
    job.request(10_000, []);
    job.require();
    expect(job.request(30_000, [])).toBe(30_000);
  });
});
