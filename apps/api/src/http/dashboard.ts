import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import compression from 'compression';
import {
  type NextFunction,
  type Request,
  type Response,
  Router,
  static as serveFiles,
} from 'express';

/** Paths that do not belong to the dashboard. */
const reserved = /^\/(api|graphql|auth|slack|openapi\.json|livez|readyz)(\/|$)/;
const yearSeconds = 365 * 24 * 3_600;

/** Serves the built dashboard: its files, and its page for every path that the page routes. */
export function serveDashboard(folder: string): Router {
  const router = Router();
  router.use((request, _response, next) =>
    next(reserved.test(request.path) ? 'router' : undefined),
  );
  router.use(compression());
  router.use(
    serveFiles(folder, {
      index: false,
      setHeaders: (response: Response, path) => {
        // Names of files in assets/ contain a digest of their content.
        const isImmutable = path.startsWith(join(folder, 'assets') + sep);
        const caching = isImmutable ? `public, max-age=${yearSeconds}, immutable` : 'no-cache';
        response.setHeader('Cache-Control', caching);
      },
    }),
  );
  router.use((request, response, next) =>
    sendPage(join(folder, 'index.html'), request, response, next),
  );
  return router;
}

async function sendPage(
  file: string,
  request: Request,
  response: Response,
  next: NextFunction,
): Promise<void> {
  if (!isPage(request)) {
    next();
    return;
  }
  const nonce = randomBytes(16).toString('base64');
  const html = (await readFile(file, 'utf8')).replaceAll('__CSP_NONCE__', nonce);
  response.setHeader('Content-Security-Policy', pagePolicy(nonce, request.get('host') ?? ''));
  response.setHeader('Cache-Control', 'no-store');
  response.type('html').send(html);
}

/** Page requests of a browser; a missing script or image is an error and does not return the page. */
function isPage({ method, path, headers }: Request): boolean {
  const isRead = method === 'GET' || method === 'HEAD';
  const acceptsHtml = headers.accept?.includes('text/html') ?? false;
  return isRead && !path.startsWith('/assets/') && (path === '/' || acceptsHtml);
}

/** Styles that scripts write carry the nonce; sockets go to this host, which not all browsers take `'self'` for. */
function pagePolicy(nonce: string, host: string): string {
  const sockets = /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
