import { constants } from 'node:zlib';
import compression from 'compression';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { withCoding } from './etag.js';

/**
 * Compresses responses of more than 1 KiB for clients that accept it. The length of a compressed response
 * reveals whether text of an attacker in it equals a secret in it (BREACH): responses that may contain a
 * secret have `no-transform`, see {@link forbidStoring}, and are not compressed.
 */
export function compressAnswers(): readonly RequestHandler[] {
  return [renameCompressed, compression({ filter: isWhole, ...effort })];
}

/**
 * 1.6 MB of nodes shrink to 7% in 3 ms (gzip) or 5 ms (brotli); the library's default levels take twice
 * as long for half a percent.
 */
const effort = {
  level: 3,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
} as const;

/** Events are read as they arrive; a compressor would delay them. */
function isWhole(request: Request, response: Response): boolean {
  const type = String(response.getHeader('Content-Type') ?? '');
  return !type.startsWith('text/event-stream') && compression.filter(request, response);
}

/** The compressor decides when headers are sent, and its hook runs before this one. */
function renameCompressed(_request: Request, response: Response, next: NextFunction): void {
  response.writeHead = new Proxy(response.writeHead.bind(response), {
    apply: (writeHead, self, args) => {
      const etag = response.getHeader('ETag');
      const coding = response.getHeader('Content-Encoding');
      if (typeof etag === 'string' && typeof coding === 'string') {
        response.setHeader('ETag', withCoding(etag, coding));
      }
      return Reflect.apply(writeHead, self, args);
    },
  });
  next();
}

/**
 * Responses are private and current. Responses to a sign-in and to writes may contain a secret, e.g. of a
 * new token; a GraphQL mutation is recognized when its document is parsed.
 */
export function forbidStoring(request: Request, response: Response, next: NextFunction): void {
  const { method } = request;
  const baseUrl = request.baseUrl.toLowerCase();
  const isRead = method === 'GET' || method === 'HEAD' || baseUrl === '/graphql';
  const mayHoldSecret = !isRead || baseUrl === '/auth';
  response.setHeader('Cache-Control', mayHoldSecret ? neverTransformed : 'no-store');
  next();
}

export const neverTransformed = 'no-store, no-transform';
