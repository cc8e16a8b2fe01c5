import { Inject } from '@nestjs/common';
import { Query, Resolver } from '@nestjs/graphql';
import { Access } from '../../auth/access.js';
import { productVersion } from '../../contract/product-version.js';
import type { ApiEnv } from '../../env.js';
import type { Product, Sandbox } from '../../generated/schema-types.js';
import { ENV } from '../../parts.js';
import { readSandboxInfo } from './sandbox-info.js';
import { readScenarios } from './sandbox-scenarios.js';

@Resolver()
@Access('signed-in')
export class ProductResolver {
  constructor(@Inject(ENV) private readonly env: ApiEnv) {}

  @Query()
  async product(): Promise<Product> {
    return { version: productVersion, sandbox: await this.#sandbox() };
  }

  async #sandbox(): Promise<Sandbox | null> {
    const { KERF_SANDBOX_INFO: path, KERF_SANDBOX_CONTROL_URL: control } = this.env;
    const info = path === undefined ? null : await readSandboxInfo(path);
    if (info === null) return null;
    return { ...info, scenarios: control === undefined ? null : await readScenarios(control) };
  }
}
