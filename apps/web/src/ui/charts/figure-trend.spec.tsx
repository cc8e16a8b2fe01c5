import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeWords, FigureTrend, sinceWords } from './figure-trend.js';

const now = Date.UTC(2026, 10, 30, 15, 0);
const hour = 3_600_000;
const at = (ms: number) => new Date(ms).toISOString();
const pods = (value: number) => String(Math.round(value));

describe('the trend of a figure', () => {
  beforeEach(() => {
    vi.setSystemTime(now);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('has a line that is described in words, and the change since yesterday', () => {
    render(
      <FigureTrend
        name="Pending pods"
        trend={{ from: at(now - 24 * hour), before: 2, values: [2, 9, null, 4] }}
        current={5}
        format={pods}
      />,
    );
    expect(screen.getByText('▲ 3 since yesterday')).toBeTruthy();
    const label = 'Pending pods since yesterday: from 2 to 5, at most 9';
    expect(screen.getByRole('img', { name: label })).toBeTruthy();
  });

  it('says that the change is unknown without history', () => {
    const trend = { from: null, before: null, values: [] };
    render(<FigureTrend name="Spend" trend={trend} current={5} format={pods} />);
    expect(screen.getByText('change unknown: no history yet')).toBeTruthy();
    expect(screen.queryByRole('img')).toBeNull();
  });
});

describe('the change of a figure in words', () => {
  it('has an arrow and no sign', () => {
    expect(changeWords(3, pods)).toBe('▲ 3');
    expect(changeWords(-3, pods)).toBe('▼ 3');
  });

  it('is unchanged when the difference is too small to be shown', () => {
    expect(changeWords(0, pods)).toBe('unchanged');
    expect(changeWords(0.4, pods)).toBe('unchanged');
  });
});

describe('the beginning of a trend in words', () => {
  it('is yesterday, or the time when less than a day is known', () => {
    expect(sinceWords(at(now - 24 * hour + 20_000), now, 'utc')).toBe('since yesterday');
    expect(sinceWords(at(now - 55 * 60_000), now, 'utc')).toBe('since 14:05');
    expect(sinceWords(at(now - 23 * hour), now, 'utc')).toBe('since Sun 16:00');
    expect(sinceWords(at(now - 59_000), now, 'utc')).toBe('');
  });
});
