import { can } from '@kerf/application';
import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { toUserErrors } from '../../contract/outcome.js';
import { productVersion } from '../../contract/product-version.js';
import type { ApiEnv } from '../../env.js';
import type {
  Product,
  Sandbox,
  SetExercisePodsInput,
  SetExercisePodsPayload,
} from '../../generated/schema-types.js';
import { ENV, WARNINGS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { ExerciseWrites } from './exercise.writes.js';
import { readSandboxInfo } from './sandbox-info.js';
import { readScenarios } from './sandbox-scenarios.js';

@Resolver()
@Access('signed-in')
export class ProductResolver {
  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(WARNINGS) private readonly warnings: ReadonlySet<string>,
    @Inject(ExerciseWrites) private readonly exercise: ExerciseWrites,
  ) {}

  @Query()
  async product(@CalledBy() { principal }: Caller): Promise<Product> {
    const seesWarnings = can(principal, 'identity.write', { kind: 'Organization' }).isAllowed;
    const warnings = seesWarnings ? [...this.warnings] : [];
    return { version: productVersion, warnings, sandbox: await this.#sandbox() };
  }

  @Mutation()
  @Access('definition.write')
  async setExercisePods(
    @Args('input') input: SetExercisePodsInput,
    @CalledBy() caller: Caller,
  ): Promise<SetExercisePodsPayload> {
    const outcome = await this.exercise.setPods(caller, input);
    return { message: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  async #sandbox(): Promise<Sandbox | null> {
    const { KERF_SANDBOX_INFO: path, KERF_SANDBOX_CONTROL_URL: control } = this.env;
    const info = path === undefined ? null : await readSandboxInfo(path);
    if (info === null) return null;
    return { ...info, scenarios: control === undefined ? null : await readScenarios(control) };
  }
}
