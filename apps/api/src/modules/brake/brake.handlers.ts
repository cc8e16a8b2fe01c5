import type { AlertScope, Principal } from '@kerf/application';
import { Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { asIs, shownAs } from '../../handlers/declare-write.js';
import type { Parts } from '../../handlers/handler-class.js';
import { serveNoun } from '../../handlers/serve-noun.js';
import type { Caller } from '../../request/current-request.js';
import {
  alertThresholdsOperations,
  brakeSettingsOperations,
  pauseOperations,
  spendLimitOperations,
} from './brake.contract.js';
import { BrakeReads } from './brake.reads.js';
import { BrakeWrites } from './brake.writes.js';
import { toAlertThresholds, toThresholds } from './to-thresholds.js';

/** Returns the scope that a path names. */
const toScope = (name: string): AlertScope =>
  name === 'organization' ? { kind: 'Organization' } : { kind: 'Team', teamId: name };

type BrakeParts = Parts<BrakeWrites, BrakeReads>;
/** Forms of a write that returns the ID of what it changed. */
const shown = <View, Payload>(
  read: (reads: BrakeReads, principal: Principal, id: string) => Promise<View>,
  payloadOf: (view: View | null) => Payload,
) =>
  shownAs(
    ({ reads }: BrakeParts, id: string, { principal }: Caller) => read(reads, principal, id),
    payloadOf,
  );

const asPause = shown(
  (reads, principal, id) => reads.requirePause(principal, id),
  (pause) => ({ pause }),
);
const asLimit = shown(
  (reads, principal, id) => reads.requireSpendLimit(principal, id),
  (spendLimit) => ({ spendLimit }),
);
const asSettings = shown(
  (reads, principal, id) => reads.settings(principal, id),
  (settings) => ({ settings }),
);
const asThresholds = shownAs(
  ({ reads }: BrakeParts, scope: AlertScope, { principal }: Caller) =>
    reads.alertThresholdsOf(principal, scope),
  (alertThresholds) => ({ alertThresholds }),
);

export const brakes = serveNoun(
  { path: 'api/v1', writes: BrakeWrites, reads: BrakeReads },
  (callersWith) => {
    const cluster = callersWith('cluster.read');
    const cost = callersWith('cost.read');
    cluster.whole(
      [pauseOperations.list, Get('pauses'), 'pauses'],
      (reads, { clusterId = null, includeReleased = false }, { caller }) =>
        reads.pauses(caller.principal, { clusterId, includeReleased }),
    );
    cluster.one(
      [pauseOperations.get, Get('pauses/:id'), 'pause'],
      { kind: 'Pause', finds: ['pau', 'Pause'] },
      (reads, id, { caller }) => reads.pause(caller.principal, id),
    );
    cost.whole(
      [spendLimitOperations.list, Get('spend-limits'), 'spendLimits'],
      (reads, { clusterId = null }, { caller }) => reads.spendLimits(caller.principal, clusterId),
    );
    cost.one(
      [spendLimitOperations.get, Get('spend-limits/:id')],
      { kind: 'Spend limit', finds: ['spl', 'SpendLimit'] },
      (reads, id, { caller }) => reads.spendLimit(caller.principal, id),
    );
    cluster.read(
      [brakeSettingsOperations.get, Get('clusters/:cluster/brake-settings'), 'brakeSettings'],
      (reads, { clusterId }, { caller }) => reads.settings(caller.principal, clusterId),
    );
    cost.whole(
      [alertThresholdsOperations.list, Get('alert-thresholds'), 'alertThresholds'],
      (reads, _, { caller }) => reads.alertThresholds(caller.principal),
      ({ scope }) => scope.teamId ?? scope.kind,
    );
    cost.one(
      [alertThresholdsOperations.get, Get('alert-thresholds/:scope')],
      { kind: 'Alert thresholds' },
      (reads, name, { caller }) => reads.alertThresholdsOf(caller.principal, toScope(name)),
    );
  },
  (callersWith) => {
    const { write: pause } = callersWith('pause.write');
    const { write: limit } = callersWith('spend-limit.write');
    const { write: update } = callersWith('cluster.update');
    pause(pauseOperations.set, Post('pauses'), 'setPause', asPause);
    pause(pauseOperations.release, Delete('pauses/:id'), 'releasePause', asPause);
    limit(spendLimitOperations.create, Post('spend-limits'), 'createSpendLimit', asLimit);
    limit(spendLimitOperations.update, Put('spend-limits/:id'), 'updateSpendLimit', asLimit);
    limit(
      spendLimitOperations.remove,
      Delete('spend-limits/:id'),
      'deleteSpendLimit',
      asIs((id: string | null) => ({ id })),
    );
    update(
      brakeSettingsOperations.change,
      Patch('clusters/:cluster/brake-settings'),
      (w, caller, { clusterId, expectedVersion, ...settings }) =>
        w.changeSettings(caller, { clusterId, expectedVersion, settings: toThresholds(settings) }),
      asSettings,
    );
    update(
      alertThresholdsOperations.change,
      Patch('alert-thresholds/:scope'),
      (w, caller, { scope, expectedVersion, ...thresholds }) =>
        w.changeAlertThresholds(caller, {
          scope: typeof scope === 'string' ? toScope(scope) : scope,
          expectedVersion,
          thresholds: toAlertThresholds(thresholds),
        }),
      asThresholds,
    );
  },
);
