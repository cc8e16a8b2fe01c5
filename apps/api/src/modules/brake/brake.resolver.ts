import { Inject } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { type Outcome, toUserErrors } from '../../contract/outcome.js';
import type {
  ChangeAlertThresholdsInput,
  ChangeAlertThresholdsPayload,
  ChangeBrakeSettingsInput,
  ChangeBrakeSettingsPayload,
  CreateSpendLimitInput,
  DeleteSpendLimitInput,
  DeleteSpendLimitPayload,
  QueryBrakeSettingsArgs,
  QueryPauseArgs,
  QueryPausesArgs,
  QuerySpendLimitsArgs,
  ReleasePauseInput,
  ReleasePausePayload,
  SetPauseInput,
  SetPausePayload,
  SpendLimitPayload,
  UpdateSpendLimitInput,
} from '../../generated/schema-types.js';
import type { Caller } from '../../request/current-request.js';
import {
  type AlertThresholdsView,
  BrakeReads,
  type BrakeSettingsView,
  type PauseView,
  type SpendLimitView,
} from './brake.reads.js';
import { BrakeWrites } from './brake.writes.js';
import { toAlertThresholds, toThresholds } from './to-thresholds.js';

@Resolver()
@Access('cluster.read')
export class BrakeResolver {
  constructor(
    @Inject(BrakeReads) private readonly reads: BrakeReads,
    @Inject(BrakeWrites) private readonly writes: BrakeWrites,
  ) {}

  @Query()
  pauses(
    @Args() { clusterId = null, includeReleased = false }: QueryPausesArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<readonly PauseView[]> {
    return this.reads.pauses(principal, { clusterId, includeReleased });
  }

  @Query()
  pause(
    @Args() { id }: QueryPauseArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<PauseView | null> {
    return this.reads.pause(principal, id);
  }

  @Query()
  @Access('cost.read')
  spendLimits(
    @Args() { clusterId = null }: QuerySpendLimitsArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<readonly SpendLimitView[]> {
    return this.reads.spendLimits(principal, clusterId);
  }

  @Query()
  brakeSettings(
    @Args() { clusterId }: QueryBrakeSettingsArgs,
    @CalledBy() { principal }: Caller,
  ): Promise<BrakeSettingsView> {
    return this.reads.settings(principal, clusterId);
  }

  @Query()
  @Access('cost.read')
  alertThresholds(@CalledBy() { principal }: Caller): Promise<readonly AlertThresholdsView[]> {
    return this.reads.alertThresholds(principal);
  }

  @Mutation()
  @Access('pause.write')
  async setPause(
    @Args('input') input: SetPauseInput,
    @CalledBy() caller: Caller,
  ): Promise<SetPausePayload> {
    return this.#pausePayload(caller, await this.writes.setPause(caller, input));
  }

  @Mutation()
  @Access('pause.write')
  async releasePause(
    @Args('input') input: ReleasePauseInput,
    @CalledBy() caller: Caller,
  ): Promise<ReleasePausePayload> {
    return this.#pausePayload(caller, await this.writes.releasePause(caller, input));
  }

  @Mutation()
  @Access('spend-limit.write')
  async createSpendLimit(
    @Args('input') input: CreateSpendLimitInput,
    @CalledBy() caller: Caller,
  ): Promise<SpendLimitPayload> {
    return this.#limitPayload(caller, await this.writes.createSpendLimit(caller, input));
  }

  @Mutation()
  @Access('spend-limit.write')
  async updateSpendLimit(
    @Args('input') input: UpdateSpendLimitInput,
    @CalledBy() caller: Caller,
  ): Promise<SpendLimitPayload> {
    return this.#limitPayload(caller, await this.writes.updateSpendLimit(caller, input));
  }

  @Mutation()
  @Access('spend-limit.write')
  async deleteSpendLimit(
    @Args('input') input: DeleteSpendLimitInput,
    @CalledBy() caller: Caller,
  ): Promise<DeleteSpendLimitPayload> {
    const outcome = await this.writes.deleteSpendLimit(caller, input);
    return { id: outcome.ok ? outcome.value : null, userErrors: toUserErrors(outcome) };
  }

  @Mutation()
  @Access('cluster.update')
  async changeBrakeSettings(
    @Args('input') input: ChangeBrakeSettingsInput,
    @CalledBy() caller: Caller,
  ): Promise<ChangeBrakeSettingsPayload> {
    const { clusterId, expectedVersion, ...settings } = input;
    const change = { clusterId, expectedVersion, settings: toThresholds(settings) };
    const outcome = await this.writes.changeSettings(caller, change);
    return {
      settings: outcome.ok ? await this.reads.settings(caller.principal, outcome.value) : null,
      userErrors: toUserErrors(outcome),
    };
  }

  @Mutation()
  @Access('cluster.update')
  async changeAlertThresholds(
    @Args('input') input: ChangeAlertThresholdsInput,
    @CalledBy() caller: Caller,
  ): Promise<ChangeAlertThresholdsPayload> {
    const { scope, expectedVersion, ...thresholds } = input;
    const change = { scope, expectedVersion, thresholds: toAlertThresholds(thresholds) };
    const outcome = await this.writes.changeAlertThresholds(caller, change);
    return {
      alertThresholds: outcome.ok
        ? await this.reads.alertThresholdsOf(caller.principal, outcome.value)
        : null,
      userErrors: toUserErrors(outcome),
    };
  }

  async #pausePayload({ principal }: Caller, outcome: Outcome<string>): Promise<SetPausePayload> {
    return {
      pause: outcome.ok ? await this.reads.pause(principal, outcome.value) : null,
      userErrors: toUserErrors(outcome),
    };
  }

  async #limitPayload({ principal }: Caller, outcome: Outcome<string>): Promise<SpendLimitPayload> {
    return {
      spendLimit: outcome.ok ? await this.reads.spendLimit(principal, outcome.value) : null,
      userErrors: toUserErrors(outcome),
    };
  }
}
