import { describe, expect, it } from 'vitest';
import { WorkBudget } from './work-budget.js';

/** Steps of one millisecond of work. */
const ms = 90_000;

describe('WorkBudget', () => {
  it('is spent from the start without work', () => {
    expect(new WorkBudget(0).isSpent).toBe(true);
    expect(new WorkBudget(0).leftMs).toBe(0);
  });

  it('is spent when all steps are', () => {
    const budget = new WorkBudget(2);
    budget.spend(2 * ms - 1);
    expect(budget.isSpent).toBe(false);
    budget.spend(1);
    expect(budget.isSpent).toBe(true);
  });

  it('tells the remaining milliseconds, never less than 0', () => {
    const budget = new WorkBudget(10);
    expect(budget.leftMs).toBe(10);
    budget.spend(4 * ms);
    expect(budget.leftMs).toBe(6);
    budget.spend(100 * ms);
    expect(budget.leftMs).toBe(0);
  });

  it('asks for the deadline once per millisecond of work', () => {
    let calls = 0;
    const budget = new WorkBudget(10, () => {
      calls += 1;
      return false;
    });
    budget.spend(ms - 1);
    expect(calls).toBe(0);
    budget.spend(1);
    expect(calls).toBe(1);
    budget.spend(ms / 2);
    expect(calls).toBe(1);
    budget.spend(ms / 2);
    expect(calls).toBe(2);
  });

  it('stays spent after the deadline, though steps are left', () => {
    let isPast = true;
    const budget = new WorkBudget(10, () => isPast);
    budget.spend(ms);
    expect(budget.isSpent).toBe(true);
    expect(budget.leftMs).toBe(0);
    isPast = false;
    budget.spend(ms);
    expect(budget.isSpent).toBe(true);
  });
});

describe('a portion of a budget', () => {
  it('has a share of what is left', () => {
    const whole = new WorkBudget(10);
    whole.spend(2 * ms);
    expect(whole.portion(0.25).leftMs).toBe(2);
  });

  it('spends from the whole budget too', () => {
    const whole = new WorkBudget(10);
    const portion = whole.portion(0.5);
    portion.spend(3 * ms);
    expect(portion.leftMs).toBe(2);
    expect(whole.leftMs).toBe(7);
  });

  it('does not end the whole budget when it is spent', () => {
    const whole = new WorkBudget(10);
    const portion = whole.portion(0.5);
    portion.spend(5 * ms);
    expect(portion.isSpent).toBe(true);
    expect(whole.isSpent).toBe(false);
  });

  it('ends at the deadline of the whole budget', () => {
    let isPast = false;
    const whole = new WorkBudget(10, () => isPast);
    const portion = whole.portion(0.5);
    isPast = true;
    portion.spend(ms);
    expect(whole.isSpent).toBe(true);
    portion.spend(ms);
    expect(portion.isSpent).toBe(true);
  });

  it('is empty if the whole budget is spent', () => {
    expect(new WorkBudget(0).portion(0.5).isSpent).toBe(true);
  });
});
