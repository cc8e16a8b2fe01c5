import { describe, expect, it } from 'vitest';
import { sessionName } from './clients.js';

describe('the session name', () => {
  it('says who calls and for which cluster', () => {
    expect(sessionName('prod_eu-1')).toBe('kerf-prod_eu-1');
  });

  it('is one that STS takes', () => {
    expect(sessionName(`ünïcode cluster/${'x'.repeat(100)}`)).toMatch(/^[\w+=,.@-]{2,64}$/);
  });
});
