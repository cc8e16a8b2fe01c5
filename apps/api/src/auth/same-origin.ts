import type { IncomingHttpHeaders } from 'node:http';
import { forbidden } from '../contract/public-error.js';

const csrfHeader = 'x-kerf-csrf';

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * A browser sends its cookie with requests of any site; only Kerf's pages can set this header and have
 * Kerf's origin.
 * @throws AUTH.FORBIDDEN for a write that another site may have caused
 */
export function refuseForgedWrite(
  method: string,
  headers: IncomingHttpHeaders,
  publicUrl: string,
): void {
  if (safeMethods.has(method)) return;
  if (headers[csrfHeader] !== '1') {
    throw forbidden(
      `A write with a session cookie requires the header ${csrfHeader}: 1. Use an API token outside of the dashboard.`,
    );
  }
  refuseForeignOrigin(headers, publicUrl);
}

/** @throws AUTH.FORBIDDEN when the Origin header is missing or names another site */
export function refuseForeignOrigin(headers: IncomingHttpHeaders, publicUrl: string): void {
  const { origin } = headers;
  if (origin === undefined || !isOwnOrigin(origin, headers.host, publicUrl)) {
    throw forbidden(
      `A request with a session cookie must come from Kerf’s own pages, and this one did not. Open the dashboard at ${new URL(publicUrl).origin}; use an API token elsewhere.`,
    );
  }
}

/** The scheme is not compared: a proxy may terminate TLS. */
function isOwnOrigin(origin: string, host: string | undefined, publicUrl: string): boolean {
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.origin === new URL(publicUrl).origin || (url.host !== '' && url.host === host);
}
