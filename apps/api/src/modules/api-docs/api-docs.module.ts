import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Controller, Get, Inject, Module, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import type { ApiEnv } from '../../env.js';
import { ENV } from '../../parts.js';
import { docsPage } from './docs-page.js';

const { resolve } = createRequire(import.meta.url);
/** The files of Swagger UI that its page loads. */
const files: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', resolve('swagger-ui-dist/swagger-ui.css')],
  ['swagger-ui-bundle.js', resolve('swagger-ui-dist/swagger-ui-bundle.js')],
]);
const hourSeconds = 3_600;

/** Interactive documentation of REST and GraphQL. Its requests are made with the session of its reader. */
@Controller('api/docs')
@Access('signed-in')
class ApiDocsController {
  constructor(@Inject(ENV) private readonly env: ApiEnv) {}

  @Get()
  page(@Req() request: Request, @Res() response: Response): void {
    // Relative addresses of its files begin with this path.
    if (!request.originalUrl.split('?', 1)[0]?.endsWith('/')) {
      response.redirect(308, '/api/docs/');
      return;
    }
    const nonce = randomBytes(16).toString('base64');
    response.setHeader('Content-Security-Policy', policyOf(nonce));
    response.type('html').send(docsPage(nonce));
  }

  /** GraphiQL, which is built with the dashboard. */
  @Get('graphql')
  async graphiql(@Req() request: Request, @Res() response: Response): Promise<void> {
    const folder = this.env.KERF_WEB_DIST;
    if (folder === undefined) {
      throw notFound('GraphiQL is part of the dashboard, which this server does not serve.');
    }
    const nonce = randomBytes(16).toString('base64');
    const html = await readFile(join(folder, 'graphiql.html'), 'utf8');
    response.setHeader(
      'Content-Security-Policy',
      policyOf(nonce, socketsOf(request.get('host') ?? '')),
    );
    response.type('html').send(html.replaceAll('__CSP_NONCE__', nonce));
  }

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    const path = files.get(name);
    if (path === undefined) throw notFound(`There is no file ${name}.`);
    response.setHeader('Cache-Control', `private, max-age=${hourSeconds}`);
    response.sendFile(path);
  }
}

/** Icons are data URLs; styles of elements are set by script, which needs no exception. */
const policyOf = (nonce: string, sockets = ''): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    `connect-src 'self'${sockets}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** Not all browsers take `'self'` for sockets. */
const socketsOf = (host: string): string =>
  /^[\w.:[\]-]+$/.test(host) ? ` ws://${host} wss://${host}` : '';

@Module({ controllers: [ApiDocsController] })
export class ApiDocsModule {}
