import type { Request } from 'express';

/** Takes parameters out of the URL, which the query of the operation does not know. */
export function dropParameters(request: Request, names: readonly string[]): void {
  const url = new URL(request.url, 'http://here');
  for (const name of names) url.searchParams.delete(name);
  request.url = `${url.pathname}${url.search}`;
}
