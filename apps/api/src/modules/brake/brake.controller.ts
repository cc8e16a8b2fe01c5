import type { AlertScope } from '@kerf/application';
import { ClusterQueries } from '@kerf/db';
import { Controller, Delete, Get, Inject, Patch, Post, Put, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, CalledBy } from '../../auth/access.js';
import { valueOf } from '../../contract/outcome.js';
import { notFound } from '../../contract/public-error.js';
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
} from './brake.operations.js';
import { BrakeReads, type SpendLimitView } from './brake.reads.js';
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
    @Inject(BrakeWrites) private readonly writes: BrakeWrites,
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

  @Post()
  @Access('pause.write')
  @Operation(pauseOperations.set)
  async set(
    @FromRequest() { body, key }: RequestOf<PauseOps['set']>,
    @CalledBy() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): AnswerOf<PauseOps['set']> {
    const id = valueOf(await this.writes.setPause(caller, { ...body, idempotencyKey: key }));
    response.setHeader('Location', `/api/v1/pauses/${id}`);
    return this.reads.requirePause(caller.principal, id);
  }

  @Delete(':id')
  @Access('pause.write')
  @Operation(pauseOperations.release)
  async release(
    @FromRequest() { path, seenVersion }: RequestOf<PauseOps['release']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<PauseOps['release']> {
    const input = { id: path.id, expectedVersion: seenVersion };
    return this.reads.requirePause(
      caller.principal,
      valueOf(await this.writes.releasePause(caller, input)),
    );
  }
}

@Controller('api/v1/spend-limits')
@Access('cost.read')
export class SpendLimitController {
  constructor(
    @Inject(BrakeReads) private readonly reads: BrakeReads,
    @Inject(BrakeWrites) private readonly writes: BrakeWrites,
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
    @CalledBy() caller: Caller,
  ): AnswerOf<LimitOps['get']> {
    return this.#read(caller, path.id);
  }

  @Post()
  @Access('spend-limit.write')
  @Operation(spendLimitOperations.create)
  async create(
    @FromRequest() { body }: RequestOf<LimitOps['create']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<LimitOps['create']> {
    return this.#read(caller, valueOf(await this.writes.createSpendLimit(caller, body)));
  }

  @Put(':id')
  @Access('spend-limit.write')
  @Operation(spendLimitOperations.update)
  async update(
    @FromRequest() { path, body, seenVersion }: RequestOf<LimitOps['update']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<LimitOps['update']> {
    const input = { ...body, id: path.id, expectedVersion: seenVersion };
    return this.#read(caller, valueOf(await this.writes.updateSpendLimit(caller, input)));
  }

  @Delete(':id')
  @Access('spend-limit.write')
  @Operation(spendLimitOperations.remove)
  async remove(
    @FromRequest() { path, seenVersion }: RequestOf<LimitOps['remove']>,
    @CalledBy() caller: Caller,
  ): AnswerOf<LimitOps['remove']> {
    const input = { id: path.id, expectedVersion: seenVersion };
    valueOf(await this.writes.deleteSpendLimit(caller, input));
  }

  async #read({ principal }: Caller, id: string): Promise<SpendLimitView> {
    const limit = await this.reads.spendLimit(principal, id);
    if (limit === null) throw notFound(`Spend limit ${id} not found.`);
    return limit;
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

/** Returns the scope that a path names. */
const toScope = (name: string): AlertScope =>
  name === 'organization' ? { kind: 'Organization' } : { kind: 'Team', teamId: name };
