import type { NextFunction, Request, Response } from 'express';
import { GraphQLError } from 'graphql';
import { parseWithinLimits } from './limits.js';

/**
 * Refuses documents over the limits before Apollo validates them: validation of a small document
 * with nested fragments can take seconds. Apollo reports syntax errors.
 * @throws INPUT.TOO_COMPLEX
 */
export function refuseLargeDocuments(
  request: Request,
  _response: Response,
  next: NextFunction,
): void {
  for (const text of textsOf(request)) {
    try {
      parseWithinLimits(text);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
    }
  }
  next();
}

/** All places from which Apollo may read a document. */
function textsOf({ body, originalUrl }: Request): readonly string[] {
  const sent: unknown = body;
  const query = typeof sent === 'object' && sent !== null && 'query' in sent ? sent.query : null;
  const { searchParams } = new URL(originalUrl, 'http://here');
  return [...(typeof query === 'string' ? [query] : []), ...searchParams.getAll('query')];
}
