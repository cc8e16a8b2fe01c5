import { describe, expect, it } from 'vitest';
import { isSecure, publicUrlOf, readEnv } from './env.js';

const database = { DATABASE_URL: 'postgresql://kerf@127.0.0.1/kerf' };

describe('the environment', () => {
  it('has a default for everything but the database', () => {
    expect(readEnv(database)).toEqual({
      ...database,
      KERF_DATABASE_CONNECTIONS: 10,
      KERF_API_PORT: 4_100,
      KERF_LISTEN_ADDRESS: '127.0.0.1',
      KERF_TRUSTED_PROXIES: 0,
      KERF_LOG_LEVEL: 'info',
    });
  });

  it('names every variable that is wrong', () => {
    const read = () => readEnv({ KERF_API_PORT: '99999', KERF_LOG_LEVEL: 'loud' });
    expect(read).toThrow(/DATABASE_URL: .*; KERF_API_PORT: .*; KERF_LOG_LEVEL: /);
    expect(read).toThrow(expect.objectContaining({ code: 'CONFIG.INVALID' }));
  });

  it('makes cookies need HTTPS when browsers come by it, or as it is told', () => {
    const https = { ...database, KERF_PUBLIC_URL: 'https://kerf.example.com/' };
    expect(publicUrlOf(readEnv(https))).toBe('https://kerf.example.com');
    expect(isSecure(readEnv(https))).toBe(true);
    expect(isSecure(readEnv({ ...https, KERF_COOKIE_SECURE: 'false' }))).toBe(false);
    expect(isSecure(readEnv(database))).toBe(false);
  });
});
