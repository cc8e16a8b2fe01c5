import { constants } from 'node:zlib';
import compression from 'compression';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { withCoding } from './etag.js';

/**
 * Compresses answers of more than 1 KiB for clients that accept it. The length of a compressed answer
 * tells whether text that an attacker had put into it equals a secret in it (BREACH): answers that may
 * hold one carry `no-transform`, see {@link forbidStoring}, and are left as they are.
 */
export function compressAnswers(): readonly RequestHandler[] {
  return [renameCompressed, compression({ filter: isWhole, ...effort })];
}

/**
 * 1.6 MB of nodes shrink to 7 % in 3 ms (gzip) or 5 ms (brotli); the library's own levels take twice
 * as long for half a percent less.
 */
const effort = {
  level: 3,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
} as const;

/** A stream of events is read as it comes; a compressor would hold it back. */
function isWhole(request: Request, response: Response): boolean {
  const type = String(response.getHeader('Content-Type') ?? '');
  return !type.startsWith('text/event-stream') && compression.filter(request, response);
}

/** The compressor decides when the headers leave, and its own hook comes before this one. */
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
 * Answers are private and of one moment. Those of sign-in and of writes may hold a secret, e.g. a
 * new token's; a GraphQL mutation is known when its document is read.
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
