import { MethodNotAllowedException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** @returns the failure to answer with; the response has its `Allow` header already */
export function refuseMethod(
  { method, path, baseUrl }: Request,
  response: Response,
  allowed: readonly string[],
): MethodNotAllowedException {
  const methods = allowed.join(', ');
  response.setHeader('Allow', methods);
  const place = `${baseUrl}${path === '/' && baseUrl !== '' ? '' : path}`;
  return new MethodNotAllowedException(
    `${method} is not allowed for ${place}; allowed: ${methods}`,
  );
}

/** Refuses other methods than those that a path takes. */
export function allowMethods(...allowed: readonly string[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!allowed.includes(request.method)) throw refuseMethod(request, response, allowed);
    next();
  };
}
