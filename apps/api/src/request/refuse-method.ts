import { MethodNotAllowedException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

/** Sets the `Allow` header. @returns the failure to respond with */
export function refuseMethod(
  { method, path, baseUrl }: Request,
  response: Response,
  allowed: readonly string[],
): MethodNotAllowedException {
  const methods = allowed.join(', ');
  response.setHeader('Allow', methods);
  const place = `${baseUrl}${path === '/' && baseUrl !== '' ? '' : path}`;
  return new MethodNotAllowedException(
    `Method ${method} is not allowed for ${place}. Allowed: ${methods}.`,
  );
}

/** Refuses methods that a path does not allow. */
export function allowMethods(...allowed: readonly string[]) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!allowed.includes(request.method)) throw refuseMethod(request, response, allowed);
    next();
  };
}
