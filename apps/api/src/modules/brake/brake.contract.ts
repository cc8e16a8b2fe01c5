import { brakeSettingRanges, countRange, maxOwnerLength, maxReasonLength } from '@kerf/application';
import { z } from 'zod';
import type { OperationSpec } from '../../rest/operation.js';
import { componentOf, resourceOf } from '../../rest/resource-of.js';
import { wholeListOf, wholeListQuery } from '../../rest/whole-list.js';
import {
  bodyOf,
  flag,
  idPath,
  instant,
  list,
  money,
  sum,
  text,
  whole,
  wholeIn,
  word,
} from '../../rest/wire.js';
import { scopeBody, scopeResource } from '../access/access.resource.js';
import { clusterPath, ofClusterQuery } from '../cluster/cluster.contract.js';

const pauseResource = componentOf(
  'Pause',
  {
    scope: scopeResource,
    evidence: resourceOf('PauseEvidence', {
      observed: whole.nullable().meta({ description: 'A number; null for `SPEND_RISE`' }),
      threshold: whole.nullable().meta({ description: 'Threshold of `observed`' }),
      observedSpendRise: money
        .nullable()
        .meta({ description: 'Rise of the hourly cost; null for other rules than `SPEND_RISE`' }),
      thresholdSpendRise: money
        .nullable()
        .meta({ description: 'Threshold of `observedSpendRise`' }),
      steps: list(resourceOf('PauseEvidenceStep', { text })),
    })
      .nullable()
      .meta({ description: 'The evidence of a brake; null for a pause that a person set' }),
    releaseDenial: text
      .nullable()
      .meta({ description: 'Reason why the caller may not release it; null if allowed' }),
  },
  'A stop of changes in a scope',
);

const pauseBody = bodyOf('PauseInput', {
  scope: scopeBody,
  stops: word('PauseExtent'),
  reason: text.meta({
    minLength: 1,
    maxLength: maxReasonLength,
    description: 'Shown wherever the pause holds something',
  }),
  owner: text
    .meta({ maxLength: maxOwnerLength })
    .optional()
    .meta({ description: 'Responsible person or team; the caller if absent' }),
  expiresAt: instant.optional().meta({ description: 'Time at which Kerf releases it' }),
});

const spendLimitResource = componentOf(
  'SpendLimit',
  { scope: scopeResource },
  'A limit of what nodes may cost',
);

const amounts = {
  hourly: money.nullish().meta({ description: 'No limit if absent' }),
  monthly: sum
    .nullish()
    .meta({ description: 'Limit for a calendar month, UTC; no limit if absent' }),
  blocksLaunches: z
    .boolean()
    .default(false)
    .meta({ description: 'If true, nothing is launched once the month has reached its limit' }),
};

const settings = {
  claimsPerMinute: wholeIn(brakeSettingRanges.claimsPerMinute),
  spendRise: money,
  launchFailures: wholeIn(brakeSettingRanges.launchFailures),
  registrationFailures: wholeIn(brakeSettingRanges.registrationFailures),
  registrationOverdueMs: wholeIn(brakeSettingRanges.registrationOverdueMs),
  flapRepeats: wholeIn(brakeSettingRanges.flapRepeats),
  flapWindowMs: wholeIn(brakeSettingRanges.flapWindowMs),
  flapFreezeMs: wholeIn(brakeSettingRanges.flapFreezeMs),
  alertNodes: wholeIn(brakeSettingRanges.alertNodes),
  alertSpend: money,
  alertChangesPerMinute: wholeIn(brakeSettingRanges.alertChangesPerMinute),
};

const settingsResource = componentOf(
  'BrakeSettings',
  settings,
  'Thresholds of the brakes and alerts of a cluster; 0 turns one off',
);

export const pauseOperations = {
  list: {
    id: 'listPauses',
    topics: ['pause'],
    summary: 'Pauses in force, newest first',
    query: z.strictObject({
      ...wholeListQuery,
      ...ofClusterQuery,
      includeReleased: flag
        .optional()
        .meta({ description: 'Also those that were released within the last 30 days' }),
    }),
    answer: wholeListOf('Pauses', pauseResource),
  },
  get: { id: 'getPause', summary: 'One pause', path: idPath, answer: pauseResource },
  set: {
    id: 'setPause',
    summary: 'Stops changes in a scope',
    description:
      'Changes that have not begun are stopped: proposals are superseded, and commands are rolled back unless their nodes are being drained. Interruptions, deletions by users and the end of failing instances go on.',
    body: pauseBody,
    answer: pauseResource,
    status: 201,
    takesKey: true,
  },
  release: {
    id: 'releasePause',
    summary: 'Releases a pause; what it held is planned again',
    path: idPath,
    answer: pauseResource,
    needsVersion: true,
  },
} as const satisfies Record<string, OperationSpec>;

export const spendLimitOperations = {
  list: {
    id: 'listSpendLimits',
    topics: ['pause', 'nodes'],
    summary: 'Spend limits, with the spending of their scopes',
    query: z.strictObject({ ...wholeListQuery, ...ofClusterQuery }),
    answer: wholeListOf('SpendLimits', spendLimitResource),
  },
  get: {
    id: 'getSpendLimit',
    summary: 'One spend limit, with the spending of its scope',
    path: idPath,
    answer: spendLimitResource,
  },
  create: {
    id: 'createSpendLimit',
    summary: 'Creates the spend limit of a scope',
    body: bodyOf('SpendLimitInput', { scope: scopeBody, ...amounts }),
    answer: spendLimitResource,
    status: 201,
    storesAnswer: true,
  },
  update: {
    id: 'updateSpendLimit',
    summary: 'Changes the amounts of a spend limit',
    path: idPath,
    body: bodyOf('SpendLimitAmounts', amounts),
    answer: spendLimitResource,
    needsVersion: true,
  },
  remove: {
    id: 'deleteSpendLimit',
    summary: 'Deletes a spend limit',
    path: idPath,
    status: 204,
    needsVersion: true,
  },
} as const satisfies Record<string, OperationSpec>;

const optional = z.object(settings).partial().shape;

const alertThresholdsResource = componentOf(
  'AlertThresholds',
  {
    scope: scopeResource,
    currentNodes: whole.meta({ description: 'Number of nodes now' }),
    currentSpend: money.meta({ description: 'Current cost of the nodes' }),
    exceeded: list(word('AlertKind')).meta({
      description: 'The thresholds that were exceeded at the last check',
    }),
  },
  'Thresholds of a team or of the organization that only report; 0 turns one off',
);

const alertScopePath = z.object({
  scope: text.meta({ description: '`organization`, or the ID of a team' }),
});

export const alertThresholdsOperations = {
  list: {
    id: 'listAlertThresholds',
    topics: ['pause', 'nodes'],
    summary: 'Alert thresholds of the organization and of teams',
    description: 'Spend limits of scopes whose costs the caller sees as a whole.',
    query: z.strictObject(wholeListQuery),
    answer: wholeListOf('AlertThresholdsList', alertThresholdsResource),
  },
  get: {
    id: 'getAlertThresholds',
    summary: 'Alert thresholds of the organization or of a team',
    path: alertScopePath,
    answer: alertThresholdsResource,
  },
  change: {
    id: 'changeAlertThresholds',
    summary: 'Changes alert thresholds; absent ones stay',
    path: alertScopePath,
    body: bodyOf('ChangeAlertThresholds', {
      nodes: wholeIn(countRange).optional(),
      spend: money.optional(),
      changesPerMinute: wholeIn(countRange).optional(),
    }),
    answer: alertThresholdsResource,
    needsVersion: true,
  },
} as const satisfies Record<string, OperationSpec>;

export const brakeSettingsOperations = {
  get: {
    id: 'getBrakeSettings',
    summary: 'Thresholds of the brakes and alerts of a cluster',
    path: clusterPath,
    answer: settingsResource,
  },
  change: {
    id: 'changeBrakeSettings',
    summary: 'Changes thresholds; absent ones stay',
    path: clusterPath,
    body: bodyOf('ChangeBrakeSettings', optional),
    answer: settingsResource,
    needsVersion: true,
  },
} as const satisfies Record<string, OperationSpec>;
