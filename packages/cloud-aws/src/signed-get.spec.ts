import { Readable } from 'node:stream';
import type { NodeHttpHandler } from '@smithy/node-http-handler';
import { describe, expect, it, vi } from 'vitest';
import { understandFailure } from './errors.js';
import { createSignedGet } from './signed-get.js';

const service = {
  name: 'arc-zonal-shift',
  endpointVariable: 'AWS_ENDPOINT_URL_ARC_ZONAL_SHIFT',
} as const;
const limits = { abortSignal: new AbortController().signal, requestTimeout: 1_000 };

type Handled = Parameters<NodeHttpHandler['handle']>[0];

/** Sends a request of one part of a path to a server that gives this answer. */
async function getFrom(
  answer: { readonly statusCode: number; readonly body: string },
  {
    region = 'us-east-1',
    headers = {},
  }: { region?: string; headers?: Record<string, string> } = {},
) {
  vi.stubEnv('AWS_ENDPOINT_URL', undefined);
  const requests: Handled[] = [];
  const get = createSignedGet({
    region,
    credentials: async () => ({ accessKeyId: 'AKIA', secretAccessKey: 's', sessionToken: 't' }),
    clockAheadMs: () => 0,
    requestHandler: {
      handle: async (request) => {
        requests.push(request);
        const { statusCode, body } = answer;
        return { response: { statusCode, headers, body: Readable.from([Buffer.from(body)]) } };
      },
    },
  });
  const result = await get(service, ['managedresources', 'arn:aws:x/y'], limits).catch(
    (error: unknown) => understandFailure(error, 'arc-zonal-shift:GetManagedResource'),
  );
  return { result, request: requests[0] };
}

describe('a signed GET request', () => {
  it.each([
    ['us-east-1', 'arc-zonal-shift.us-east-1.amazonaws.com'],
    ['cn-north-1', 'arc-zonal-shift.cn-north-1.amazonaws.com.cn'],
  ])('goes to the endpoint of region %s, signed for it', async (region, hostname) => {
    const { result, request } = await getFrom({ statusCode: 200, body: '{"a":1}' }, { region });
    expect(result).toEqual({ a: 1 });
    expect(request).toMatchObject({
      method: 'GET',
      protocol: 'https:',
      hostname,
      path: '/managedresources/arn%3Aaws%3Ax%2Fy',
      headers: {
        host: hostname,
        'x-amz-security-token': 't',
        authorization: expect.stringContaining(`/${region}/arc-zonal-shift/aws4_request`),
      },
    });
  });

  it.each([
    [403, 'AccessDeniedException:http://x', '{"message":"not allowed"}', 'CLOUD.UNAUTHORIZED'],
    [404, 'ResourceNotFoundException', '{"Message":"none"}', 'CLOUD.INVALID'],
    [500, 'InternalServerException', '{}', 'CLOUD.UNREACHABLE'],
    [502, '', '<html>', 'CLOUD.UNREACHABLE'],
    [403, '', '<html>', 'CLOUD.UNREACHABLE'],
    [502, '', 'null', 'CLOUD.UNREACHABLE'],
  ])('fails with status %s and code %o', async (statusCode, awsCode, body, code) => {
    const headers: Record<string, string> = awsCode === '' ? {} : { 'x-amzn-errortype': awsCode };
    const { result } = await getFrom({ statusCode, body }, { headers });
    expect(result).toMatchObject({ code, meta: { httpStatus: statusCode } });
  });
});
