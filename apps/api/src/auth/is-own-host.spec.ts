import { describe, expect, it } from 'vitest';
import { readEnv } from '../env.js';
import { isOwnHost } from './is-own-host.js';

const env = readEnv({
  DATABASE_URL: 'postgresql://u:p@h/d',
  KERF_PUBLIC_URL: 'https://kerf.example.com',
});

describe('a request', () => {
  it.each([
    'kerf.example.com',
    'KERF.example.com:443',
    'kerf.example.com.',
    '127.0.0.1:4100',
    '[::1]:4100',
    '10.1.2.3',
    'localhost:4100',
    'kerf-api',
    'kerf-api.kerf.svc',
    'kerf-api.kerf.svc.cluster.local:4100',
  ])('is for this Kerf by %s', (host) => {
    expect(isOwnHost({ host }, env)).toBe(true);
  });

  it.each([
    'evil.example',
    'kerf.example.com.evil.example',
    'example.com',
    '',
    'a b',
    'evil.example:443',
  ])('is for another site by %j, which may have been led to this address', (host) => {
    expect(isOwnHost({ host }, env)).toBe(false);
  });

  it('with a token comes from no page, so its host does not matter', () => {
    expect(isOwnHost({ host: 'evil.example', authorization: 'Bearer a' }, env)).toBe(true);
  });
});
