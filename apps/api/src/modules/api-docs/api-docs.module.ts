import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { Controller, Get, Module, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Access } from '../../auth/access.js';
import { notFound } from '../../contract/public-error.js';
import { docsPage } from './docs-page.js';

const { resolve } = createRequire(import.meta.url);
/** The files of Swagger UI that its page loads. */
const files: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', resolve('swagger-ui-dist/swagger-ui.css')],
  ['swagger-ui-bundle.js', resolve('swagger-ui-dist/swagger-ui-bundle.js')],
]);
const hourSeconds = 3_600;

/** Interactive documentation of REST. Its requests are made with the session of its reader. */
@Controller('api/docs')
@Access('signed-in')
class ApiDocsController {
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

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    const path = files.get(name);
    if (path === undefined) throw notFound(`There is no file ${name}.`);
    response.setHeader('Cache-Control', `private, max-age=${hourSeconds}`);
    response.sendFile(path);
  }
}

/** Icons are data URLs; styles of elements are set by script, which needs no exception. */
const policyOf = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

@Module({ controllers: [ApiDocsController] })
export class ApiDocsModule {}
