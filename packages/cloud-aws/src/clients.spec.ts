import { afterEach, describe, expect, it, vi } from 'vitest';
import { sessionName } from './clients.js';
import { createEc2CloudProvider } from './ec2-cloud-provider.js';

const target = {
  clusterName: 'prod',
  region: 'us-east-1',
  roleArn: 'arn:aws:iam::111122223333:role/kerf',
  externalId: null,
};
afterEach(() => {
  vi.unstubAllEnvs();
});

describe('a call of AWS without a server', () => {
  it('fails with CLOUD.UNREACHABLE and a retry', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    const cloud = createEc2CloudProvider({ clock: { now: () => Date.now() } });
    await expect(cloud.whoAmI(target)).rejects.toMatchObject({
      code: 'CLOUD.UNREACHABLE',
      retry: { kind: 'backoff' },
      message: expect.stringContaining('sts:AssumeRole'),
    });
  });

  it('is not called after close', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'key');
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
    const cloud = createEc2CloudProvider({
      clock: { now: () => Date.now() },
      signal: AbortSignal.abort(),
    });
    await expect(cloud.whoAmI(target)).rejects.toMatchObject({ code: 'CLOUD.UNREACHABLE' });
  });
});

describe('the session name', () => {
  it('names Kerf and the cluster', () => {
    expect(sessionName('prod_eu-1')).toBe('kerf-prod_eu-1');
  });

  it('is valid for STS', () => {
    expect(sessionName(`ünïcode cluster/${'x'.repeat(100)}`)).toMatch(/^[\w+=,.@-]{2,64}$/);
  });
});
