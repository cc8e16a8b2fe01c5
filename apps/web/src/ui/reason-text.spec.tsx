import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { serverNow } from '../lib/server-clock.js';
import { ReasonText } from './reason-text.js';

const nominated = (until: number) => ({ code: 'NOMINATED' as const, data: { until } });

describe('a reason that the clock ends', () => {
  it('says until when, as long as that is ahead', () => {
    render(<ReasonText reason={nominated(serverNow() + 90_500)} />);
    expect(screen.getByTitle('NOMINATED').textContent).toBe(
      'pods are on their way to it, for another 1 min',
    );
  });

  it('says nothing of a time that is past', () => {
    render(<ReasonText reason={nominated(serverNow() - 1_000)} />);
    expect(screen.getByTitle('NOMINATED').textContent).toBe('pods are on their way to it');
  });
});
