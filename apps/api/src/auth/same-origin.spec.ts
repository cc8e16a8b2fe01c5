import { describe, expect, it } from 'vitest';
import { refuseForgedWrite } from './same-origin.js';

const check = (method: string, headers: Record<string, string>) => () =>
  refuseForgedWrite(method, { host: 'kerf.internal:4100', ...headers }, 'https://kerf.example.com');

describe('a write with a cookie', () => {
  it('passes with the header and from an own origin', () => {
    const own = { 'x-kerf-csrf': '1' };
    expect(check('POST', { ...own, origin: 'https://kerf.example.com' })).not.toThrow();
    expect(check('POST', { ...own, origin: 'http://kerf.internal:4100' })).not.toThrow();
    expect(check('DELETE', { ...own, origin: 'https://kerf.internal:4100' })).not.toThrow();
  });

  it.each([
    [{}, 'x-kerf-csrf'],
    [{ origin: 'https://kerf.example.com' }, 'x-kerf-csrf'],
    [{ 'x-kerf-csrf': '1' }, 'own pages'],
    [{ 'x-kerf-csrf': '1', origin: 'null' }, 'own pages'],
    [{ 'x-kerf-csrf': '1', origin: 'https://evil.example.com' }, 'own pages'],
    [{ 'x-kerf-csrf': '1', origin: 'http://kerf.example.com' }, 'own pages'],
    [{ 'x-kerf-csrf': '1', origin: 'http://kerf.internal:9999' }, 'own pages'],
  ])('is refused with %j', (headers, words) => {
    expect(check('POST', headers)).toThrow(words);
  });

  it('is nothing to a read', () => {
    expect(check('GET', { origin: 'https://evil.example.com' })).not.toThrow();
  });
});
