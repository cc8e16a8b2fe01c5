import { Sha256 } from '@aws-crypto/sha256-js';
import { partition } from '@aws-sdk/core/client';
import type { DurationMs } from '@kerf/core';
import { loadConfig } from '@smithy/core/config';
import { HttpRequest } from '@smithy/core/protocols';
import { type NodeHttpHandler, streamCollector } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import type { CallOptions, RoleCredentials } from './call-options.js';

/** A service of AWS that answers in REST JSON. */
export interface RestJsonService {
  /** Name in endpoints and signatures, e.g. `arc-zonal-shift`. */
  readonly name: string;
  /** Environment variable with another endpoint, e.g. `AWS_ENDPOINT_URL_ARC_ZONAL_SHIFT`. */
  readonly endpointVariable: string;
}

/**
 * Sends one signed GET request and returns the parsed JSON of the answer.
 * @param path parts of the path, not encoded
 * @throws like the SDK's clients: an error with AWS's code as its name and with `$metadata`
 */
export type SignedGet = (
  service: RestJsonService,
  path: readonly string[],
  options: CallOptions,
) => Promise<unknown>;

interface Signing {
  readonly region: string;
  readonly credentials: () => Promise<RoleCredentials>;
  readonly clockAheadMs: () => DurationMs;
  readonly requestHandler: Pick<NodeHttpHandler, 'handle'>;
}

/**
 * Creates requests to services of one region. Endpoints come from the settings that the
 * SDK's clients use. Unlike them, it sends each request once: callers repeat it.
 */
export function createSignedGet({
  region,
  credentials,
  clockAheadMs,
  requestHandler,
}: Signing): SignedGet {
  return async ({ name, endpointVariable }, path, options) => {
    const configured = loadConfig({
      environmentVariableSelector: (env) => env[endpointVariable] ?? env['AWS_ENDPOINT_URL'],
      configFileSelector: (profile) => profile['endpoint_url'],
      default: `https://${name}.${region}.${partition(region).dnsSuffix}`,
    });
    const endpoint = new URL(await configured());
    const signer = new SignatureV4({ service: name, region, credentials, sha256: Sha256 });
    const request = await signer.sign(
      new HttpRequest({
        method: 'GET',
        protocol: endpoint.protocol,
        hostname: endpoint.hostname,
        ...(endpoint.port !== '' && { port: Number(endpoint.port) }),
        path: `/${path.map(encodeURIComponent).join('/')}`,
        headers: { host: endpoint.host },
      }),
      { signingDate: new Date(Date.now() + clockAheadMs()) },
    );
    const { response } = await requestHandler.handle(HttpRequest.clone(request), options);
    const text = new TextDecoder().decode(await streamCollector(response.body));
    const { statusCode, headers } = response;
    if (statusCode >= 300) throw errorOf({ statusCode, headers, text });
    return JSON.parse(text);
  };
}

interface ErrorResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

function errorOf({ statusCode, headers, text }: ErrorResponse): Error {
  // A header such as `AccessDeniedException:http://internal.amazon.com/…`
  const [code = ''] = (headers['x-amzn-errortype'] ?? '').split(':');
  return Object.assign(new Error(messageOf(text)), {
    $metadata: { httpStatusCode: statusCode, requestId: headers['x-amzn-requestid'] },
    ...(code !== '' && { name: code, $fault: statusCode < 500 ? 'client' : 'server' }),
  });
}

function messageOf(text: string): string {
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body !== 'object' || body === null) return '';
    const message = Reflect.get(body, 'message') ?? Reflect.get(body, 'Message');
    return typeof message === 'string' ? message : '';
  } catch {
    // A proxy answers with a page.
    return '';
  }
}
