import { describe, expect, it } from 'vitest';
import { fromTimeInput, toTimeInput } from './time-input.js';

describe('a time in an input', () => {
  it('is in UTC if the viewer chose it', () => {
    expect(toTimeInput('2026-07-01T12:30:59.000Z', 'utc')).toBe('2026-07-01T12:30');
    expect(fromTimeInput('2026-07-01T12:30', 'utc')).toBe('2026-07-01T12:30:00.000Z');
  });

  it.each([new Date(2026, 0, 1, 2, 30), new Date(2026, 6, 1, 23, 5)])(
    'is in the time zone of the browser otherwise',
    (local) => {
      const text = toTimeInput(local.toISOString(), 'local');
      expect(text.slice(11)).toBe(local.toTimeString().slice(0, 5));
      expect(fromTimeInput(text, 'local')).toBe(local.toISOString());
    },
  );

  it('is empty if there is none, or none that can be read', () => {
    expect([toTimeInput(undefined, 'utc'), toTimeInput('soon', 'local')]).toEqual(['', '']);
    expect(fromTimeInput('', 'utc')).toBeUndefined();
  });
});
