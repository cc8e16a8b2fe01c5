import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** Says what the parsers of bodies read, and how much they accept. Follows them in the pipeline. */
export function explainBodyErrors(
  error: unknown,
  _request: Request,
  _response: Response,
  next: NextFunction,
): void {
  next(explain(error));
}

function explain(error: unknown): unknown {
  if (!(error instanceof Error) || !('type' in error)) return error;
  if (error.type === 'entity.parse.failed') {
    return new BadRequestException(`The body is not valid JSON: ${error.message}.`);
  }
  if (error.type === 'entity.too.large' && 'limit' in error) {
    const message = `The body is too large: it must have at most ${String(error.limit)} bytes.`;
    return new PayloadTooLargeException(message);
  }
  return error;
}
