import {
  type AlertScope,
  type BindingScope,
  type ChangeAlertThresholdsInput,
  type ChangeAlertThresholdsOutcome,
  type ChangeBrakeSettingsInput,
  type ChangeBrakeSettingsOutcome,
  changeAlertThresholds,
  changeBrakeSettings,
  changeSpendLimit,
  createSpendLimit,
  type ReleasePauseInput,
  type ReleasePauseOutcome,
  releasePause,
  removeSpendLimit,
  type SetPauseInput,
  type SetPauseOutcome,
  type SpendLimitAmounts,
  type SpendLimitOutcome,
  setPause,
} from '@kerf/application';
import { assertNever, ok } from '@kerf/core';
import { Inject, Injectable } from '@nestjs/common';
import { idAnswer } from '../../contract/idempotent-answers.js';
import { IdempotentRequests } from '../../contract/idempotent-requests.js';
import { isDone, type Outcome, refuse, refuseFields, refuseStale } from '../../contract/outcome.js';
import type { Versioned } from '../../contract/versioned.js';
import type { AccessScopeInput, CreateSpendLimitInput } from '../../generated/schema-types.js';
import { type ApiPorts, PORTS } from '../../parts.js';
import type { Caller } from '../../request/current-request.js';
import { toScope } from '../access/access-inputs.js';
import { publicThresholds } from './to-thresholds.js';

type Fields<Input> = Omit<Input, 'requestId'>;

export interface PauseToSet extends Omit<Fields<SetPauseInput>, 'scope'> {
  readonly scope: AccessScopeInput;
  readonly idempotencyKey?: string | null | undefined;
}

/** Amounts of a spend limit as clients send them. */
type Amounts = Omit<CreateSpendLimitInput, 'scope'>;

const toAmounts = ({ hourly, monthly, blocksLaunches = false }: Amounts): SpendLimitAmounts => ({
  hourlyMicroUsd: hourly ?? null,
  monthlyMicroUsd: monthly ?? null,
  blocksLaunches,
});

/** Writes of pauses, spend limits and thresholds, for REST and GraphQL. */
@Injectable()
export class BrakeWrites {
  constructor(
    @Inject(PORTS) private readonly ports: Pick<ApiPorts, 'store' | 'clock' | 'ids'>,
    @Inject(IdempotentRequests) private readonly idempotent: IdempotentRequests,
  ) {}

  async setPause(caller: Caller, input: PauseToSet): Promise<Outcome<string>> {
    const { idempotencyKey: key, ...fields } = input;
    const scope = await toScope(this.ports.store, caller.principal, fields.scope);
    if (!scope.ok) return scope;
    return this.idempotent.run(
      { caller, operation: 'pause.set', key, input: fields },
      {
        run: async () => {
          const request = { ...fields, scope: scope.value, requestId: caller.requestId };
          return toSetOutcome(await setPause(this.ports, caller.principal, request));
        },
        isFinal: isDone,
        schema: idAnswer,
      },
    );
  }

  async releasePause(caller: Caller, input: Fields<ReleasePauseInput>): Promise<Outcome<string>> {
    const request = { ...input, requestId: caller.requestId };
    return toReleaseOutcome(input.id, await releasePause(this.ports, caller.principal, request));
  }

  async createSpendLimit(caller: Caller, input: CreateSpendLimitInput): Promise<Outcome<string>> {
    const scope = await toScope(this.ports.store, caller.principal, input.scope);
    if (!scope.ok) return scope;
    const outcome = await createSpendLimit(this.ports, caller.principal, {
      ...toAmounts(input),
      scope: scope.value,
      requestId: caller.requestId,
    });
    return toLimitOutcome('', outcome);
  }

  async updateSpendLimit(caller: Caller, input: Amounts & Versioned): Promise<Outcome<string>> {
    const { id, expectedVersion } = input;
    const outcome = await changeSpendLimit(this.ports, caller.principal, {
      ...toAmounts(input),
      id,
      expectedVersion,
      requestId: caller.requestId,
    });
    return toLimitOutcome(id, outcome);
  }

  async deleteSpendLimit(
    caller: Caller,
    { id, expectedVersion }: Versioned,
  ): Promise<Outcome<string>> {
    const outcome = await removeSpendLimit(this.ports, caller.principal, {
      id,
      expectedVersion,
      requestId: caller.requestId,
    });
    return toLimitOutcome(id, outcome);
  }

  async changeSettings(
    caller: Caller,
    input: Fields<ChangeBrakeSettingsInput>,
  ): Promise<Outcome<string>> {
    const request = { ...input, requestId: caller.requestId };
    const outcome = await changeBrakeSettings(this.ports, caller.principal, request);
    return toSettingsOutcome(input.clusterId, outcome);
  }

  /** @param scope of a team or the organization; others are refused */
  async changeAlertThresholds(
    caller: Caller,
    input: Omit<Fields<ChangeAlertThresholdsInput>, 'scope'> & { readonly scope: AccessScopeInput },
  ): Promise<Outcome<AlertScope>> {
    const scope = toAlertScope(await toScope(this.ports.store, caller.principal, input.scope));
    if (!scope.ok) return scope;
    const request = { ...input, scope: scope.value, requestId: caller.requestId };
    const outcome = await changeAlertThresholds(this.ports, caller.principal, request);
    return toThresholdsOutcome(scope.value, outcome);
  }
}

function toAlertScope(scope: Outcome<BindingScope>): Outcome<AlertScope> {
  if (!scope.ok) return scope;
  const { kind } = scope.value;
  return kind === 'Organization' || kind === 'Team'
    ? ok(scope.value)
    : refuse(
        'INVALID',
        'must be ORGANIZATION or TEAM; those of a cluster are in its brake settings',
        'scope.kind',
      );
}

type ScopeRefusal = Exclude<SetPauseOutcome, { readonly kind: 'Set' }>;

/** Refusals of all writes that name a scope. */
function toScopeRefusal(outcome: ScopeRefusal): Outcome<never> {
  switch (outcome.kind) {
    case 'ScopeNotFound':
      return refuse('NOT_FOUND', 'Cluster not found.', 'scope.clusterId');
    case 'Forbidden':
      return refuse('FORBIDDEN', outcome.reason, 'scope');
    case 'Invalid':
      return refuseFields(outcome.problems);
    default:
      return assertNever(outcome);
  }
}

function toThresholdsOutcome(
  scope: AlertScope,
  outcome: ChangeAlertThresholdsOutcome,
): Outcome<AlertScope> {
  switch (outcome.kind) {
    case 'Changed':
      return ok(scope);
    case 'Stale':
      return refuse(
        'STALE',
        `The thresholds were changed (their version is ${outcome.stored.version}). Read them again.`,
        'expectedVersion',
      );
    default:
      return toScopeRefusal(outcome);
  }
}

const toSetOutcome = (outcome: SetPauseOutcome): Outcome<string> =>
  outcome.kind === 'Set' ? ok(outcome.pause.id) : toScopeRefusal(outcome);

function toReleaseOutcome(id: string, outcome: ReleasePauseOutcome): Outcome<string> {
  switch (outcome.kind) {
    case 'Released':
      return ok(id);
    case 'Forbidden':
      return refuse('FORBIDDEN', outcome.reason, 'id');
    case 'NotFound':
      return refuse('NOT_FOUND', `Pause ${id} not found.`, 'id');
    case 'AlreadyReleased':
      return refuse(
        'CONFLICT',
        `The pause was already released${outcome.pause.releasedBy === null ? '' : ` by ${outcome.pause.releasedBy}`}.`,
        'id',
      );
    case 'Stale':
      return refuseStale('The pause was changed', outcome.pause.version);
    default:
      return assertNever(outcome);
  }
}

function toLimitOutcome(id: string, outcome: SpendLimitOutcome): Outcome<string> {
  switch (outcome.kind) {
    case 'Saved':
      return ok(outcome.limit.id);
    case 'Removed':
      return ok(id);
    case 'NotFound':
      return refuse('NOT_FOUND', `Spend limit ${id} not found.`, 'id');
    case 'Exists':
      return refuse('CONFLICT', 'This scope has a spend limit already. Change that one.', 'scope');
    case 'Stale':
      return refuseStale('The spend limit was changed', outcome.limit.version);
    default:
      return toScopeRefusal(outcome);
  }
}

function toSettingsOutcome(
  clusterId: string,
  outcome: ChangeBrakeSettingsOutcome,
): Outcome<string> {
  switch (outcome.kind) {
    case 'Changed':
      return ok(clusterId);
    case 'Forbidden':
      return refuse('FORBIDDEN', outcome.reason, 'clusterId');
    case 'NotFound':
      return refuse('NOT_FOUND', `Cluster ${clusterId} not found.`, 'clusterId');
    case 'Stale':
      return refuse(
        'STALE',
        `The settings were changed (their version is ${outcome.stored.version}). Read them again.`,
        'expectedVersion',
      );
    case 'Invalid':
      return refuseFields(outcome.problems, publicThresholds);
    default:
      return assertNever(outcome);
  }
}
