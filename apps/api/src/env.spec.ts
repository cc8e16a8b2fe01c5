import { describe, expect, it } from 'vitest';
import { isSecure, publicUrlOf, readEnv } from './env.js';

const database = { DATABASE_URL: 'postgresql://kerf@127.0.0.1/kerf' };

describe('the environment', () => {
  it('has a default for everything but the database', () => {
    expect(readEnv(database)).toEqual({
      ...database,
      KERF_DATABASE_CONNECTIONS: 10,
      KERF_GRAPHQL_DOCUMENTS: 'own',
      KERF_API_PORT: 4_100,
      KERF_LISTEN_ADDRESS: '127.0.0.1',
      KERF_TRUSTED_PROXIES: 0,
      KERF_LOG_LEVEL: 'info',
      KERF_AUDIT_CHECKPOINT_MINUTES: 10,
      KERF_AUDIT_CHECKPOINT_ENTRIES: 1_000,
      KERF_ALLOWED_GIT_HOSTS: [],
      KERF_TRUSTED_ISSUER_HOSTS: [],
      KERF_OIDC_SCOPES: 'openid profile email',
      KERF_OIDC_GROUPS_CLAIM: 'groups',
      KERF_OIDC_NAME: 'single sign-on',
      KERF_OIDC_SESSION_HOURS: 8,
      KERF_PASSWORD_SIGN_IN: 'shown',
    });
  });

  it('names every variable that is wrong', () => {
    const read = () => readEnv({ KERF_API_PORT: '99999', KERF_LOG_LEVEL: 'loud' });
    expect(read).toThrow(/DATABASE_URL: .*; KERF_API_PORT: .*; KERF_LOG_LEVEL: /);
    expect(read).toThrow(expect.objectContaining({ code: 'CONFIG.INVALID' }));
  });

  it.each([
    [
      'DATABASE_URL',
      undefined,
      'is not set. Set it to postgresql://USER:PASSWORD@HOST:5432/DATABASE',
    ],
    [
      'DATABASE_URL',
      'mysql://kerf@127.0.0.1/kerf',
      'is not a URL of Postgres. Set it to postgresql://',
    ],
    ['DATABASE_URL', 'postgresql://kerf:a/b@host/kerf', 'percent-encode special characters'],
    ['REDIS_URL', 'localhost:6379', 'is not a URL of Redis. Set it to redis://HOST:6379'],
    ['KERF_API_PORT', '70000', 'is "70000". Set it to a whole number from 0 to 65535'],
    ['KERF_API_PORT', '', 'is "". Set it to a whole number from 0 to 65535'],
    [
      'KERF_TRUSTED_ISSUER_HOSTS',
      'issuer.example.com:99999',
      'must be hosts such as issuer.example.com or issuer.example.com:8443, with ports up to 65535',
    ],
    ['KERF_METRICS_PORT', 'abc', 'is "abc". Set it to a whole number from 0 to 65535'],
    ['KERF_DATABASE_CONNECTIONS', '2.5', 'is "2.5". Set it to a whole number from 2 to 200'],
    ['KERF_AUDIT_CHECKPOINT_MINUTES', '0', 'is "0". Set it to a number from 1 to 1440'],
    ['KERF_OIDC_SESSION_HOURS', '1 h', 'is "1 h". Set it to a number from 0.25 to 168'],
    ['KERF_LOG_LEVEL', 'loud', 'is "loud". Set it to debug, info, warn, error or silent'],
    ['KERF_COOKIE_SECURE', 'maybe', 'is "maybe". Set it to true or false'],
    ['KERF_PUBLIC_URL', 'kerf.example.com', 'is not an http or https URL. Set it to one'],
    ['KERF_OIDC_ISSUER', 'sso.example.com', 'is not an http or https URL. Set it to one'],
    ['KERF_WEB_DIST', '', 'is empty. Set or unset it'],
    ['KERF_OIDC_NAME', 'x'.repeat(61), 'is longer than 60 characters. Shorten it'],
  ])('says what is wrong with %s=%s, and how to set it', (name, value, problem) => {
    const read = () => readEnv({ ...database, [name]: value });
    expect(read).toThrow(`${name}: `);
    expect(read).toThrow(problem);
    expect(read).not.toThrow(/expected|received|Invalid/);
  });

  it('makes cookies require HTTPS if the public URL has it, or as the setting says', () => {
    const https = { ...database, KERF_PUBLIC_URL: 'https://kerf.example.com/' };
    expect(publicUrlOf(readEnv(https))).toBe('https://kerf.example.com');
    expect(isSecure(readEnv(https))).toBe(true);
    expect(isSecure(readEnv({ ...https, KERF_COOKIE_SECURE: 'false' }))).toBe(false);
    expect(isSecure(readEnv(database))).toBe(false);
  });

  it('accepts an identity provider by HTTPS only, with what it needs', () => {
    const provider = {
      ...database,
      KERF_OIDC_ISSUER: 'https://sso.example.com',
      KERF_OIDC_CLIENT_ID: 'kerf',
      KERF_PUBLIC_URL: 'https://kerf.example.com',
      KERF_OIDC_ALLOWED_GROUPS: 'platform, on-call',
    };
    expect(readEnv(provider)).toMatchObject({ KERF_OIDC_ALLOWED_GROUPS: ['platform', 'on-call'] });
    const wrong = [
      { ...provider, KERF_OIDC_ISSUER: 'http://sso.example.com' },
      { ...provider, KERF_OIDC_CLIENT_ID: undefined },
      { ...provider, KERF_PUBLIC_URL: undefined },
      { ...provider, KERF_OIDC_SCOPES: 'profile' },
      { ...provider, KERF_OIDC_ALLOWED_GROUPS: 'platform,,' },
    ];
    const messages = [
      'must be an https URL',
      'KERF_OIDC_CLIENT_ID: must be set',
      'KERF_PUBLIC_URL: must be set',
    ];
    messages.push('must contain openid', 'must have no empty value');
    for (const [index, variables] of wrong.entries()) {
      expect(() => readEnv(variables)).toThrow(messages[index]);
    }
  });
});
