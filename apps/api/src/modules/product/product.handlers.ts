import { can } from '@kerf/application';
import { Inject } from '@nestjs/common';
import { Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { productVersion } from '../../contract/product-version.js';
import type { ApiEnv } from '../../env.js';
import type { Product, Sandbox } from '../../generated/schema-types.js';
import { ENV, WARNINGS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { readSandboxInfo } from './sandbox-info.js';
import { readScenarios } from './sandbox-scenarios.js';

@Resolver()
@Access('signed-in')
export class ProductResolver {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(WARNINGS) private readonly warnings: ReadonlySet<string>,
  ) {}

  @Query()
  async product(@CalledBy() { principal }: Caller): Promise<Product> {
    const seesWarnings = can(principal, 'identity.write', { kind: 'Organization' }).isAllowed;
    const warnings = seesWarnings ? [...this.warnings] : [];
    return { version: productVersion, warnings, sandbox: await this.#sandbox() };
  }

  async #sandbox(): Promise<Sandbox | null> {
    const { KERF_SANDBOX_INFO: path, KERF_SANDBOX_CONTROL_URL: control } = this.env;
    const info = path === undefined ? null : await readSandboxInfo(path);
    if (info === null) return null;
    return { ...info, scenarios: control === undefined ? null : await readScenarios(control) };
  }
}
