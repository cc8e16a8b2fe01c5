import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../contract/public-error.js';

const csrfHeader = 'x-kerf-csrf';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends its cookie with whatever any page asks for; only a page of ours can set this
 * header and has our origin.
 * @throws AUTH.FORBIDDEN for a write that another site may have caused
 */
export function refuseForgedWrite(
  method: string,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): void {
  if (safeMethods.has(method)) return;
  if (headers[csrfHeader] !== '1') {
    throw forbidden(`a write with a session's cookie needs the header ${csrfHeader}: 1`);
  }
  refuseForeignOrigin(headers, publicUrl);
}

/** @throws AUTH.FORBIDDEN when the Origin header is missing or names another site */
export function refuseForeignOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  const { origin } = headers;
  if (origin === undefined || !isOwnOrigin(origin, headers.host, publicUrl)) {
    throw forbidden('a request with a session’s cookie must come from Kerf’s own pages');
  }
}

/** The scheme is left out of the comparison with the host: a proxy may end TLS. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(publicUrl).origin || (url.host !== '' && url.host === host);
}
