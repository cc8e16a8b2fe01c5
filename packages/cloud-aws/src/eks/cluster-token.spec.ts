import { describe, expect, it } from 'vitest';
import { signToken } from './cluster-token.js';

const now = Date.UTC(2026, 10, 21, 10, 0, 0);
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  sessionToken: 'a+token/with=chars==',
};
const sign = (region: string, expiration?: Date) =>
  signToken(
    { region, clusterName: 'prod-eu' },
    expiration === undefined ? credentials : { ...credentials, expiration },
    now,
  );
const urlOf = (token: string) =>
  new URL(Buffer.from(token.slice('k8s-aws-v1.'.length), 'base64url').toString());

describe('a token for a cluster', () => {
  it("is equal to botocore's for the same keys and time", async () => {
    const { token } = await sign('eu-west-1');
    expect(token).toMatch(/^k8s-aws-v1\.[\w-]+$/);
    const url = urlOf(token);
    expect(url.origin + url.pathname).toBe('https://sts.eu-west-1.amazonaws.com/');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      Action: 'GetCallerIdentity',
      Version: '2011-06-15',
      'X-Amz-Algorithm': 'AWS4-HMAC-SHA256',
      'X-Amz-Credential': 'AKIAIOSFODNN7EXAMPLE/20261121/eu-west-1/sts/aws4_request',
      'X-Amz-Date': '20261121T100000Z',
      'X-Amz-Expires': '60',
      'X-Amz-SignedHeaders': 'host;x-k8s-aws-id',
      'X-Amz-Security-Token': 'a+token/with=chars==',
      // Computed with botocore's RequestSigner.
      'X-Amz-Signature': '7553b54992fb0f4a6789885c5657ef8b83fc30ec0380127371d597fa40c5c9d1',
    });
  });

  it('is for the endpoint of its partition', async () => {
    expect(urlOf((await sign('cn-north-1')).token).host).toBe('sts.cn-north-1.amazonaws.com.cn');
    expect(urlOf((await sign('us-gov-west-1')).token).host).toBe('sts.us-gov-west-1.amazonaws.com');
  });

  it('expires after 14 minutes, or with the credentials', async () => {
    expect((await sign('eu-west-1')).expiresAt).toBe(now + 14 * 60_000);
    expect((await sign('eu-west-1', new Date(now + 5 * 60_000))).expiresAt).toBe(now + 5 * 60_000);
  });
});
