import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '../protocol/protocol.js';

/** The signature of a request and its parameters, not verified yet. */
export interface SignatureClaim {
  readonly accessKeyId: string;
  /** `20261121/us-east-1/ec2/aws4_request` */
  readonly scope: string;
  readonly region: string;
  readonly service: string;
  readonly signedHeaders: readonly string[];
  readonly signature: string;
  readonly signedAt: number;
  /** Validity of a presigned URL; `null` for signed headers. */
  readonly expiresInSeconds: number | null;
  readonly sessionToken: string | null;
}

const algorithm = 'AWS4-HMAC-SHA256';

/**
 * Returns the signature (version 4) from the `authorization` header or the query; `null` if there
 * is none.
 */
export function readClaim(request: HttpRequest): SignatureClaim | null {
  const header = request.headers['authorization'];
  if (header !== undefined) return claimOfHeader(header, request);
  const query = new URLSearchParams(request.query);
  if (query.get('X-Amz-Algorithm') !== algorithm) return null;
  return assemble({
    credential: query.get('X-Amz-Credential'),
    signedHeaders: query.get('X-Amz-SignedHeaders'),
    signature: query.get('X-Amz-Signature'),
    date: query.get('X-Amz-Date'),
    expiresInSeconds: Number(query.get('X-Amz-Expires') ?? Number.NaN),
    sessionToken: query.get('X-Amz-Security-Token'),
  });
}

function claimOfHeader(header: string, request: HttpRequest): SignatureClaim | null {
  const [name = '', ...rest] = header.split(' ');
  if (name !== algorithm) return null;
  const fields = new Map(
    rest
      .join('')
      .split(',')
      .map((field) => {
        const [key = '', ...value] = field.split('=');
        return [key, value.join('=')] as const;
      }),
  );
  return assemble({
    credential: fields.get('Credential') ?? null,
    signedHeaders: fields.get('SignedHeaders') ?? null,
    signature: fields.get('Signature') ?? null,
    date: request.headers['x-amz-date'] ?? null,
    expiresInSeconds: null,
    sessionToken: request.headers['x-amz-security-token'] ?? null,
  });
}

function assemble(parts: {
  readonly credential: string | null;
  readonly signedHeaders: string | null;
  readonly signature: string | null;
  readonly date: string | null;
  readonly expiresInSeconds: number | null;
  readonly sessionToken: string | null;
}): SignatureClaim | null {
  const { signedHeaders, signature, sessionToken, expiresInSeconds } = parts;
  const [accessKeyId = '', ...scope] = (parts.credential ?? '').split('/');
  const [, region, service] = scope;
  const signedAt = parseAmzDate(parts.date ?? '');
  if (scope.length !== 4 || region === undefined || service === undefined) return null;
  if (signedHeaders === null || signature === null || Number.isNaN(signedAt)) return null;
  if (Number.isNaN(expiresInSeconds)) return null;
  return {
    accessKeyId,
    scope: scope.join('/'),
    region,
    service,
    signedHeaders: signedHeaders.split(';'),
    signature,
    signedAt,
    expiresInSeconds,
    sessionToken,
  };
}

/** Returns true if the signature was made with this secret for exactly this request. */
export function isSignedWith(secret: string, request: HttpRequest, claim: SignatureClaim): boolean {
  const text = [
    algorithm,
    formatAmzDate(claim.signedAt),
    claim.scope,
    sha256(canonicalRequest(request, claim)),
  ].join('\n');
  const key = claim.scope
    .split('/')
    .reduce<string | Buffer>((parent, part) => hmac(parent, part), `AWS4${secret}`);
  const expected = Buffer.from(hmac(key, text).toString('hex'));
  const given = Buffer.from(claim.signature);
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Source: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function canonicalRequest(request: HttpRequest, claim: SignatureClaim): string {
  const headers = claim.signedHeaders.map(
    (name) => `${name}:${(request.headers[name] ?? '').trim().replace(/\s+/g, ' ')}\n`,
  );
  return [
    request.method,
    request.path.split('/').map(encodePart).join('/'),
    canonicalQuery(request.query),
    headers.join(''),
    claim.signedHeaders.join(';'),
    sha256(request.body),
  ].join('\n');
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encodePart(name)}=${encodePart(value)}`)
    .sort()
    .join('&');
}

function encodePart(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `20261121T101500Z`. */
function parseAmzDate(text: string): number {
  const match = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z$/.exec(text);
  if (match === null) return Number.NaN;
  const [, year, month, day, hour, minute, second] = match;
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

function formatAmzDate(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
