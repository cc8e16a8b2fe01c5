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

  it.each([
    [
      'DATABASE_URL',
      undefined,
      'is not set. Set it to postgresql://USER:PASSWORD@HOST:5432/DATABASE',
    ],
    ['REDIS_URL', 'http://localhost', 'is not a URL of Redis. Set it to redis://HOST:6379'],
    ['KERF_WORKER_HEALTH_PORT', '-1', 'is "-1". Set it to a whole number from 0 to 65535'],
    ['KERF_ENGINE_HEAP_MB', '2g', 'is "2g". Set it to a whole number from 64 to 16384'],
    ['KERF_QUEUE_CONNECTIONS', '3', 'is "3". Set it to a whole number from 4 to 500'],
    ['KERF_LISTEN_ADDRESS', '', 'is empty. Set or unset it'],
    ['KERF_AUDIT_EXPORT_PATH_STYLE', 'path', 'is "path". Set it to true or false'],
    ['KERF_AUDIT_EXPORT_RETENTION_MODE', 'NONE', 'is "NONE". Set it to GOVERNANCE or COMPLIANCE'],
    ['KERF_AUDIT_EXPORT_ENDPOINT', 'minio:9000', 'is not an http or https URL. Set it to one'],
  ])('says what is wrong with %s=%s, and how to set it', (name, value, problem) => {
    const read = () => readEnv({ ...database, [name]: value });
    expect(read).toThrow(`${name}: `);
    expect(read).toThrow(problem);
    expect(read).not.toThrow(/expected|received|Invalid/);
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
