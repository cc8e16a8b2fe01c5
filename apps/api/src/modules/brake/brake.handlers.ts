import type { AlertScope } from '@kerf/application';
import { ClusterQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Patch, Post, Put } from '@nestjs/common';
import { Args, Mutation, Query, Resolver } from '@nestjs/graphql';
import { Access, CalledBy } from '../../auth/access.js';
import { type Outcome, toUserErrors, valueOf } from '../../contract/outcome.js';
import type {
  ChangeAlertThresholdsInput,
  ChangeAlertThresholdsPayload,
  ChangeBrakeSettingsInput,
  ChangeBrakeSettingsPayload,
  QueryBrakeSettingsArgs,
  QueryPauseArgs,
  QueryPausesArgs,
  QuerySpendLimitsArgs,
} from '../../generated/schema-types.js';
import { FindsObject } from '../../graphql/object-finders.js';
import { asIs, type Parts, serveWrites } from '../../handlers/serve-writes.js';
import type { Caller } from '../../request/current-request.js';
import { FromRequest } from '../../rest/from-request.js';
import { type AnswerOf, Operation, type RequestOf } from '../../rest/operation.js';
import { pageByKey, pageOfWhole } from '../../rest/whole-list.js';
import { clusterIdOf, requirePlace } from '../cluster/require-place.js';
import {
  alertThresholdsOperations,
  brakeSettingsOperations,
  pauseOperations,
  spendLimitOperations,
} from './brake.contract.js';
import {
  type AlertThresholdsView,
  BrakeReads,
  type BrakeSettingsView,
  type PauseView,
  type SpendLimitView,
} from './brake.reads.js';
import { BrakeWrites } from './brake.writes.js';
import { toAlertThresholds, toThresholds } from './to-thresholds.js';

type PauseOps = typeof pauseOperations;
type LimitOps = typeof spendLimitOperations;
type AlertOps = typeof alertThresholdsOperations;
type SettingsOps = typeof brakeSettingsOperations;

@Controller('api/v1/pauses')
@Access('cluster.read')
export class PauseController {
  constructor(
    @Inject(BrakeReads) private readonly reads: BrakeReads,
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
  ) {}

  @Get()
  @Operation(pauseOperations.list)
  async list(
    @FromRequest() { query }: RequestOf<PauseOps['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<PauseOps['list']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    const includeReleased = query.includeReleased === 'true';
    return pageOfWhole(await this.reads.pauses(principal, { clusterId, includeReleased }), query);
  }

  @Get(':id')
  @Operation(pauseOperations.get)
  get(
    @FromRequest() { path }: RequestOf<PauseOps['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<PauseOps['get']> {
    return this.reads.requirePause(principal, path.id);
  }
}

@Controller('api/v1/spend-limits')
@Access('cost.read')
export class SpendLimitController {
  constructor(
    @Inject(BrakeReads) private readonly reads: BrakeReads,
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
  ) {}

  @Get()
  @Operation(spendLimitOperations.list)
  async list(
    @FromRequest() { query }: RequestOf<LimitOps['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<LimitOps['list']> {
    const clusterId = await clusterIdOf(this.clusterQueries, query.cluster);
    return pageOfWhole(await this.reads.spendLimits(principal, clusterId), query);
  }

  @Get(':id')
  @Operation(spendLimitOperations.get)
  get(
    @FromRequest() { path }: RequestOf<LimitOps['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<LimitOps['get']> {
    return this.reads.requireSpendLimit(principal, path.id);
  }
}

@Controller('api/v1/clusters/:cluster/brake-settings')
@Access('cluster.read')
export class BrakeSettingsController {
  constructor(
    @Inject(BrakeReads) private readonly reads: BrakeReads,
    @Inject(BrakeWrites) private readonly writes: BrakeWrites,
    @Inject(ClusterQueries) private readonly clusterQueries: ClusterQueries,
  ) {}

  @Get()
  @Operation(brakeSettingsOperations.get)
  async get(
    @FromRequest() { path }: RequestOf<SettingsOps['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<SettingsOps['get']> {
    const { id } = await requirePlace(this.clusterQueries, path.cluster);
    return this.reads.settings(principal, id);
  }

  @Patch()
  @Access('cluster.update')
  @Operation(brakeSettingsOperations.change)
  async change(
    @FromRequest() { path, body, seenVersion }: RequestOf<SettingsOps['change']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<SettingsOps['change']> {
    const { id: clusterId } = await requirePlace(this.clusterQueries, path.cluster);
    const input = { clusterId, settings: toThresholds(body), expectedVersion: seenVersion };
    valueOf(await this.writes.changeSettings(caller, input));
    return this.reads.settings(caller.principal, clusterId);
  }
}

@Controller('api/v1/alert-thresholds')
@Access('cost.read')
export class AlertThresholdsController {
  constructor(
    @Inject(BrakeReads) private readonly reads: BrakeReads,
    @Inject(BrakeWrites) private readonly writes: BrakeWrites,
  ) {}

  @Get()
  @Operation(alertThresholdsOperations.list)
  async list(
    @FromRequest() { query }: RequestOf<AlertOps['list']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<AlertOps['list']> {
    const thresholds = await this.reads.alertThresholds(principal);
    return pageByKey(thresholds, query, ({ scope }) => scope.teamId ?? scope.kind);
  }

  @Get(':scope')
  @Operation(alertThresholdsOperations.get)
  get(
    @FromRequest() { path }: RequestOf<AlertOps['get']>,
    @CalledBy() { principal }: Caller,
  ): AnswerOf<AlertOps['get']> {
    return this.reads.alertThresholdsOf(principal, toScope(path.scope));
  }

  @Patch(':scope')
  @Access('cluster.update')
  @Operation(alertThresholdsOperations.change)
  async change(
    @FromRequest() { path, body, seenVersion }: RequestOf<AlertOps['change']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<AlertOps['change']> {
    // A hidden scope does not exist.
    const { scope } = await this.reads.alertThresholdsOf(caller.principal, toScope(path.scope));
    const input = { scope, thresholds: toAlertThresholds(body), expectedVersion: seenVersion };
    const changed = valueOf(await this.writes.changeAlertThresholds(caller, input));
    return this.reads.alertThresholdsOf(caller.principal, changed);
  }
}

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

  @FindsObject('pau', 'Pause')
  findPause(id: string, { principal }: Caller): Promise<PauseView | null> {
    return this.reads.pause(principal, id);
  }

  @FindsObject('spl', 'SpendLimit')
  @Access('cost.read')
  findSpendLimit(id: string, { principal }: Caller): Promise<SpendLimitView | null> {
    return this.reads.spendLimit(principal, id);
  }
}

/** Returns the scope that a path names. */
const toScope = (name: string): AlertScope =>
  name === 'organization' ? { kind: 'Organization' } : { kind: 'Team', teamId: name };

type BrakeParts = Parts<BrakeWrites, BrakeReads>;
interface Call {
  readonly caller: Caller;
}

const asPause = {
  answer: ({ reads }: BrakeParts, id: string, { principal }: Caller) =>
    reads.requirePause(principal, id),
  payload: async ({ reads }: BrakeParts, outcome: Outcome<string>, { caller }: Call) => ({
    pause: outcome.ok ? await reads.pause(caller.principal, outcome.value) : null,
  }),
};

const asLimit = {
  answer: ({ reads }: BrakeParts, id: string, { principal }: Caller) =>
    reads.requireSpendLimit(principal, id),
  payload: async ({ reads }: BrakeParts, outcome: Outcome<string>, { caller }: Call) => ({
    spendLimit: outcome.ok ? await reads.spendLimit(caller.principal, outcome.value) : null,
  }),
};

export const brakeWrites = serveWrites(
  { path: 'api/v1', writes: BrakeWrites, reads: BrakeReads },
  (callersWith) => {
    const pause = callersWith('pause.write');
    const limit = callersWith('spend-limit.write');
    pause(pauseOperations.set, Post('pauses'), (w, ...call) => w.setPause(...call), asPause);
    pause(
      pauseOperations.release,
      Delete('pauses/:id'),
      (w, ...call) => w.releasePause(...call),
      asPause,
    );
    limit(
      spendLimitOperations.create,
      Post('spend-limits'),
      (w, ...call) => w.createSpendLimit(...call),
      asLimit,
    );
    limit(
      spendLimitOperations.update,
      Put('spend-limits/:id'),
      (w, ...call) => w.updateSpendLimit(...call),
      asLimit,
    );
    limit(
      spendLimitOperations.remove,
      Delete('spend-limits/:id'),
      (w, ...call) => w.deleteSpendLimit(...call),
      asIs((id: string | null) => ({ id })),
    );
  },
);
