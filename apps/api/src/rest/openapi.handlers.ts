import { Controller, Get, Inject } from '@nestjs/common';
import { Access } from '../auth/access.js';
import { productVersion } from '../contract/product-version.js';
import { createOpenApi } from './openapi.js';
import { RouteTable } from './route-table.js';

const documentPath = '/api/v1/openapi.json';

/** Serves the OpenAPI document without authentication. */
@Controller()
@Access('public')
export class OpenApiController {
  #document: Record<string, unknown> | undefined;

  constructor(@Inject(RouteTable) private readonly table: RouteTable) {}

  @Get('api/v1')
  index(): Record<string, unknown> {
    const collections = this.table.routes.flatMap(({ path, method, spec }) =>
      spec !== null && method === 'GET' && !path.includes('{') ? [path] : [],
    );
    return {
      name: 'Kerf',
      version: productVersion,
      openapi: documentPath,
      docs: '/api/docs/',
      graphql: '/graphql',
      graphiql: '/api/docs/graphql',
      collections: collections.toSorted(),
    };
  }

  @Get(['api/v1/openapi.json', 'openapi.json'])
  read(): Record<string, unknown> {
    this.#document ??= createOpenApi(this.table.routes);
    return this.#document;
  }
}
