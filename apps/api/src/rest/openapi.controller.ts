import { Controller, Get, Inject } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Access } from '../auth/access.js';
import { createOpenApi } from './openapi.js';

@Controller('openapi.json')
export class OpenApiController {
  #document: Record<string, unknown> | undefined;

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
  ) {}

  /** Made when it is first asked for, so that starting need not wait for it. */
  @Get()
  @Access('public')
  read(): Record<string, unknown> {
    this.#document ??= createOpenApi(
      this.discovery.getControllers().flatMap(({ metatype }) => {
        if (typeof metatype !== 'function') return [];
        const prototype: object = metatype.prototype;
        const methods = this.scanner.getAllMethodNames(prototype);
        return [{ prototype, constructor: metatype, methods }];
      }),
    );
    return this.#document;
  }
}
