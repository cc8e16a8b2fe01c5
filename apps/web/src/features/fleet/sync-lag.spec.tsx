import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SyncLag } from './sync-lag.js';

const textAt = (ageMs: number) =>
  render(<SyncLag syncedAt={Date.now() - ageMs} />).container.textContent;

it('tells the age of what is known only once it is old', () => {
  expect(textAt(17_000)).toBe('');
  expect(textAt(200_000)).toMatch(/^, 3 min.* behind$/);
});
