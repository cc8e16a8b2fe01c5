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

  it('makes cookies need HTTPS when browsers come by it, or as it is told', () => {
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
