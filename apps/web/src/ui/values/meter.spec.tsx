import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { Meter } from './meter.js';

const titleOf = (ratio: number) => {
  const { unmount } = render(<Meter ratio={ratio} text="x" label="CPU" tintsUse />);
  const title = screen.getByTitle(/^CPU/).title;
  unmount();
  return title;
};

describe('the meter of a node', () => {
  it('says that the node is idle below 20%, and full above 90%', () => {
    expect(titleOf(0.19)).toBe('CPU (idle)');
    expect(titleOf(0.2)).toBe('CPU');
    expect(titleOf(0.9)).toBe('CPU');
    expect(titleOf(0.91)).toBe('CPU (full)');
  });

  it('of something else says neither', () => {
    render(<Meter ratio={0} text="0%" label="Limit" />);
    expect(screen.getByTitle('Limit')).toBeTruthy();
  });
});
