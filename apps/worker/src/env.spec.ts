import { describe, expect, it } from 'vitest';
import { readEnv } from './env.js';

const database = { DATABASE_URL: 'postgresql://kerf@127.0.0.1/kerf' };
const allowed = (list: string) =>
  readEnv({ ...database, KERF_ALLOWED_CLUSTER_ENDPOINTS: list }).KERF_ALLOWED_CLUSTER_ENDPOINTS;

describe('the environment of a worker', () => {
  it('allows only endpoints of EKS by default', () => {
    expect(readEnv(database).KERF_ALLOWED_CLUSTER_ENDPOINTS).toEqual([]);
    expect(allowed('')).toEqual([]);
    expect(allowed(' api.example.com, 10.0.0.0/8,,::1 ')).toEqual([
      'api.example.com',
      '10.0.0.0/8',
      '::1',
    ]);
  });

  it.each(['*', '*.example.com', 'https://api.example.com', '10.0.0.0/40'])(
    'refuses %s as an allowed endpoint, naming the variable',
    (entry) => {
      expect(() => allowed(`127.0.0.1,${entry}`)).toThrow(
        expect.objectContaining({
          code: 'CONFIG.INVALID',
          message: expect.stringContaining('KERF_ALLOWED_CLUSTER_ENDPOINTS: must be host names'),
        }),
      );
    },
  );

  it('runs the engine in one thread by default, and in at most two', () => {
    const read = (settings: NodeJS.ProcessEnv) => readEnv({ ...database, ...settings });
    expect(read({}).KERF_ENGINE_THREADS).toBe(1);
    expect(read({ KERF_ENGINE_THREADS: '2' }).KERF_ENGINE_THREADS).toBe(2);
    expect(() => read({ KERF_ENGINE_THREADS: '3', KERF_ENGINE_HEAP_MB: '8' })).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/KERF_ENGINE_THREADS: .*; KERF_ENGINE_HEAP_MB: /),
      }),
    );
  });

  it('reads the audit export, and refuses half of its credentials', () => {
    const read = (settings: NodeJS.ProcessEnv) => readEnv({ ...database, ...settings });
    expect(read({}).KERF_AUDIT_EXPORT_BUCKET).toBeUndefined();
    expect(read({ KERF_AUDIT_EXPORT_PREFIX: '/kerf/prod/' }).KERF_AUDIT_EXPORT_PREFIX).toBe(
      'kerf/prod',
    );
    expect(() =>
      read({
        KERF_AUDIT_EXPORT_BUCKET: 's3://audit',
        KERF_AUDIT_EXPORT_RETENTION_DAYS: '0',
      }),
    ).toThrow(/KERF_AUDIT_EXPORT_BUCKET: must be the name .*KERF_AUDIT_EXPORT_RETENTION_DAYS: /);
    expect(() => read({ KERF_AUDIT_EXPORT_ACCESS_KEY_ID: 'AKIA' })).toThrow(
      /KERF_AUDIT_EXPORT_SECRET_ACCESS_KEY: set it together with/,
    );
  });
});
