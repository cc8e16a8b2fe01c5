import { BadRequestException, PayloadTooLargeException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { badInput } from '../contract/public-error.js';
import { jsonPatchType } from '../rest/patch.js';

/** Says what the parsers of bodies read, and how much they accept. Follows them in the pipeline. */
export function explainBodyErrors(
  error: unknown,
  request: Request,
  _response: Response,
  next: NextFunction,
): void {
  next(explain(error, request));
}

function explain(error: unknown, request: Request): unknown {
  if (!(error instanceof Error) || !('type' in error)) return error;
  if (error.type === 'entity.parse.failed') {
    if ('body' in error && isJson(error.body)) {
      const expected = request.is(jsonPatchType) === false ? 'an object' : 'an array';
      const message = `must be ${expected}`;
      return badInput(`The body is invalid: it ${message}.`, [{ path: '', message }]);
    }
    return new BadRequestException(`The body is not valid JSON: ${error.message}.`);
  }
  if (error.type === 'entity.too.large' && 'limit' in error) {
    const message = `The body is too large: it must have at most ${String(error.limit)} bytes.`;
    return new PayloadTooLargeException(message);
  }
  return error;
}

/** The parser refuses JSON other than objects and arrays with the same error as what is no JSON. */
function isJson(text: unknown): boolean {
  try {
    JSON.parse(String(text));
    return true;
  } catch {
    return false;
  }
}
