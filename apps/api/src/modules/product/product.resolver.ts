import { Inject } from '@nestjs/common';
import { Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import type { ApiEnv } from '../../env.js';
import type { Product } from '../../generated/schema-types.js';
import { ENV } from '../../parts.js';
import { productVersion } from './product-version.js';
import { readSandboxInfo } from './sandbox-info.js';

@Resolver()
@Access('read')
export class ProductResolver {
  constructor(@Inject(ENV) private readonly env: ApiEnv) {}

  @Query()
  async product(): Promise<Product> {
    const path = this.env.KERF_SANDBOX_INFO;
    return {
      version: productVersion,
      sandbox: path === undefined ? null : await readSandboxInfo(path),
    };
  }
}
