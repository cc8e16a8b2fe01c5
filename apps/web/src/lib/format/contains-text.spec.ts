import { expect, it } from 'vitest';
import { containsText } from './contains-text.js';

it('a name is found by a part of it, in capitals or not', () => {
  expect(containsText('Prod-EU', 'prod-e')).toBe(true);
  expect(containsText('prod-eu', 'EU')).toBe(true);
  expect(containsText('prod-eu', undefined)).toBe(true);
  expect(containsText('prod-eu', 'us')).toBe(false);
});
