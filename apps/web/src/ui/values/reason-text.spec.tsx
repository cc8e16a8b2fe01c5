import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aReason } from '../../../testing/a-reason.js';
import { serverNow } from '../../lib/api/server-clock.js';
import { ReasonText } from './reason-text.js';

const nominated = (until: number) =>
  aReason({
    code: 'NOMINATED',
    data: { until },
    message: 'The node is nominated for pending pods',
  });

describe('a reason that ends by itself', () => {
  it('shows the remaining time', () => {
    render(<ReasonText reason={nominated(serverNow() + 90_500)} />);
    expect(screen.getByTitle('NOMINATED').textContent).toBe(
      'The node is nominated for pending pods, for another 1 min',
    );
  });

  it('shows no time that has passed', () => {
    render(<ReasonText reason={nominated(serverNow() - 1_000)} />);
    expect(screen.getByTitle('NOMINATED').textContent).toBe(
      'The node is nominated for pending pods',
    );
  });
});
