import { type ClusterId, type FieldProblem, type Instant, isSameJson } from '@kerf/core';
import type { ClusterMode } from '@kerf/engine';
import {
  type Cluster,
  type ClusterSettings,
  minValuesPolicies,
  modeInForce,
  preferencePolicies,
} from '../domain/cluster/cluster.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { definitionSyncs } from './definition-syncs.js';
import { fieldProblems, waitingChecks } from './register-cluster.js';

/** Settings of a cluster that the API can change. */
export const adjustableSettings = [
  'batchIdleMs',
  'batchMaxMs',
  'disruptionPollMs',
  'validationDelayMs',
  'approvalTtlMs',
  'rejectionHoldMs',
  'searchMs',
  'nodeChargeMicroUsdPerHour',
  'offeringSharePercent',
  'preferencePolicy',
  'schedulerConfiguration',
  'minValuesPolicy',
  'vmMemoryOverheadRatio',
  'reservedEnis',
  'spotToSpotConsolidation',
  'minSavingMicroUsdPerHour',
  'minSavingPercent',
  'podMoveMicroUsdPerHour',
  'maxReplacements',
  'nodeRepair',
  'legacyNodeRepair',
  'rebootForRepair',
  'terminateFirstDrift',
  'terminateFirstRepair',
  'instanceStatusChecks',
  'dryRunChecks',
  'zonalShift',
  'podDeletionCost',
  'launchTimeoutMs',
  'securityGroupRefreshMs',
  'waitForScheduler',
  'anticipatePods',
] as const satisfies readonly (keyof ClusterSettings)[];
/** The settings of {@link adjustableSettings} with their values. */
export type AdjustableSettings = Pick<ClusterSettings, (typeof adjustableSettings)[number]>;

/** The changes of a cluster that a caller requests; absent fields stay as they are. */
export interface UpdateClusterInput {
  readonly id: ClusterId;
  readonly expectedVersion: ExpectedVersion;
  readonly mode: ClusterMode | null;
  readonly settings: Partial<AdjustableSettings>;
  /** `null` removes the queue; absent, it stays. */
  readonly interruptionQueue?: string | null;
  /** Absent, it stays. */
  readonly roleArn?: string;
  readonly requestId: string | null;
}

/** The result of an update. */
export type UpdateClusterOutcome =
  | { readonly kind: 'Updated'; readonly cluster: Cluster }
  | { readonly kind: 'NotFound' }
  | { readonly kind: 'Stale'; readonly cluster: Cluster }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

interface Amount {
  readonly least: number;
  readonly most: number;
  readonly isWhole: boolean;
  /** The range with its unit, as people write it. */
  readonly text: string;
}

const whole = (least: number, most: number, unit: string): Amount => ({
  least,
  most,
  isWhole: true,
  text: `${least} to ${most} ${unit}`,
});

/** @param most in US dollars per hour */
const usdPerHour = (most: number): Amount => ({
  least: 0,
  most: most * 1e6,
  isWhole: true,
  text: `0 to ${most} US dollars per hour`,
});

type AmountField = {
  [Field in keyof AdjustableSettings]: AdjustableSettings[Field] extends number ? Field : never;
}[keyof AdjustableSettings];

/** Minimum and maximum of each amount. */
export const clusterSettingAmounts = {
  batchIdleMs: whole(100, 60_000, 'milliseconds'),
  batchMaxMs: whole(100, 600_000, 'milliseconds'),
  disruptionPollMs: whole(1_000, 3_600_000, 'milliseconds'),
  validationDelayMs: whole(0, 3_600_000, 'milliseconds'),
  approvalTtlMs: whole(60_000, 30 * 24 * 3_600_000, 'milliseconds'),
  rejectionHoldMs: whole(0, 30 * 24 * 3_600_000, 'milliseconds'),
  launchTimeoutMs: whole(60_000, 3_600_000, 'milliseconds'),
  securityGroupRefreshMs: whole(60_000, 24 * 3_600_000, 'milliseconds'),
  searchMs: whole(0, 5_000, 'milliseconds'),
  nodeChargeMicroUsdPerHour: usdPerHour(10),
  offeringSharePercent: whole(1, 100, 'percent'),
  minSavingMicroUsdPerHour: usdPerHour(1_000),
  minSavingPercent: whole(0, 100, 'percent'),
  podMoveMicroUsdPerHour: usdPerHour(10),
  maxReplacements: whole(1, 20, 'nodes'),
  vmMemoryOverheadRatio: { least: 0, most: 0.5, isWhole: false, text: '0 to 0.5 of the memory' },
  reservedEnis: whole(0, 15, 'network interfaces'),
} as const satisfies Readonly<Record<AmountField, Amount>>;

/** Settings with a fixed set of values. Checked here because types do not constrain API input. */
const choices: Readonly<
  Record<
    Exclude<keyof AdjustableSettings, AmountField | 'schedulerConfiguration'>,
    readonly (string | boolean)[]
  >
> = {
  preferencePolicy: preferencePolicies,
  minValuesPolicy: minValuesPolicies,
  spotToSpotConsolidation: [true, false],
  nodeRepair: [true, false],
  legacyNodeRepair: [true, false],
  rebootForRepair: [true, false],
  terminateFirstDrift: [true, false],
  terminateFirstRepair: [true, false],
  instanceStatusChecks: [true, false],
  dryRunChecks: [true, false],
  zonalShift: [true, false],
  podDeletionCost: [true, false],
  waitForScheduler: [true, false],
  anticipatePods: [true, false],
};

/**
 * Changes a cluster's mode, settings or access; nothing is recorded if they are the same already.
 * Starts the registration check again when a checked field changes; a watched cluster stays watched
 * meanwhile.
 */
export async function updateCluster(
  ports: Pick<Ports, 'store' | 'clock' | 'ids' | 'manifests'>,
  principal: Principal,
  input: UpdateClusterInput,
): Promise<UpdateClusterOutcome> {
  return ports.store.transaction(async (tx) => {
    const cluster = await tx.clusters.find(input.id);
    if (cluster === null) return { kind: 'NotFound' };
    if (!isExpectedVersion(cluster.version, input.expectedVersion)) {
      return { kind: 'Stale', cluster };
    }
    const problems = [
      ...problemsOf(cluster, input),
      ...schedulerProblems(ports.manifests, input.settings),
    ];
    if (problems.length > 0) return { kind: 'Invalid', problems };
    const changed = withChanges(cluster, input);
    if (isSameJson(adjustable(changed), adjustable(cluster))) {
      return { kind: 'Updated', cluster };
    }
    const isToBeChecked = checkedFields.some((field) => changed[field] !== cluster[field]);
    const now = ports.clock.now();
    const saved = await tx.clusters.save(isToBeChecked ? toBeChecked(changed, now) : changed);
    if (saved === null) return { kind: 'Stale', cluster };
    if (isToBeChecked) await requestCheck(tx, cluster.id, now);
    // Nothing was written in mode `observe`, so the cluster's definitions may be outdated.
    if (cluster.mode === 'observe' && saved.mode !== 'observe') {
      const syncs = await definitionSyncs(tx, cluster.id);
      await tx.outbox.add(syncs.map((message) => ({ message, deliverAt: now })));
    }
    await auditWrite(ports, tx, principal, {
      action: 'cluster.update',
      object: { kind: 'Cluster', id: cluster.id, name: cluster.name },
      clusterId: cluster.id,
      before: adjustable(cluster),
      after: adjustable(saved),
      requestId: input.requestId,
    });
    await publish(tx, saved);
    return { kind: 'Updated', cluster: saved };
  });
}

/** Fields that the registration check depends on. */
const checkedFields = ['interruptionQueue', 'roleArn'] as const;

function withChanges(cluster: Cluster, input: UpdateClusterInput): Cluster {
  const { interruptionQueue = cluster.interruptionQueue, roleArn = cluster.roleArn } = input;
  const settings = { ...cluster.settings, ...input.settings };
  const configuredMode = input.mode ?? cluster.configuredMode;
  const mode = modeInForce({ configuredMode, hold: cluster.hold });
  return { ...cluster, configuredMode, mode, settings, interruptionQueue, roleArn };
}

function problemsOf(cluster: Cluster, input: UpdateClusterInput): readonly FieldProblem[] {
  const { interruptionQueue = null, roleArn = null } = input;
  const problems = fieldProblems({ interruptionQueue, roleArn });
  return [
    ...settingsProblems({ ...cluster.settings, ...input.settings }),
    ...problems,
    ...(roleArn === null || problems.length > 0 ? [] : accountProblems(cluster, roleArn)),
  ];
}

/**
 * Returns problems of a role in another account: every instance of the cluster would seem to be
 * gone, and its nodes would be removed.
 */
function accountProblems(cluster: Cluster, roleArn: string): readonly FieldProblem[] {
  const accountId = cluster.facts?.accountId ?? null;
  if (accountId === null || !isWatched(cluster)) return [];
  if (roleArn.includes(`::${accountId}:`)) return [];
  const message = `must be a role of account ${accountId}, in which the cluster runs; register a cluster of another account as a new cluster`;
  return [{ path: 'roleArn', message }];
}

function settingsProblems(settings: ClusterSettings): readonly FieldProblem[] {
  const problems: FieldProblem[] = adjustableSettings.flatMap((field) =>
    isAmountField(field) ? amountProblems(field, settings[field]) : choicesOf(settings, field),
  );
  if (settings.batchMaxMs < settings.batchIdleMs) {
    problems.push({ path: 'batchMaxMs', message: 'must not be shorter than batchIdleMs' });
  }
  return problems;
}

const isAmountField = (field: keyof AdjustableSettings): field is AmountField =>
  Object.hasOwn(clusterSettingAmounts, field);

function amountProblems(path: AmountField, value: number): readonly FieldProblem[] {
  const { least, most, isWhole, text } = clusterSettingAmounts[path];
  const isGood = isWhole ? Number.isInteger(value) : Number.isFinite(value);
  return isGood && value >= least && value <= most ? [] : [{ path, message: `must be ${text}` }];
}

/** The text of a scheduler is limited, because each snapshot of the cluster reads it. */
const maxSchedulerTextLength = 65_536;

function schedulerProblems(
  manifests: Ports['manifests'],
  { schedulerConfiguration: text = '' }: UpdateClusterInput['settings'],
): readonly FieldProblem[] {
  const path = 'schedulerConfiguration';
  if (text.length > maxSchedulerTextLength) {
    return [{ path, message: `must have at most ${maxSchedulerTextLength} characters` }];
  }
  const reading = manifests.readSchedulerConfiguration(text);
  if (reading.ok) return [];
  return reading.error.map(({ path: field, message }) => ({
    path,
    message: `is not used: ${field === '' ? 'it' : field} ${message}`,
  }));
}

function choicesOf(
  settings: ClusterSettings,
  field: Exclude<keyof AdjustableSettings, AmountField>,
): readonly FieldProblem[] {
  return field === 'schedulerConfiguration' ? [] : choiceProblems(field, settings[field]);
}

function choiceProblems(
  path: keyof typeof choices,
  value: string | boolean,
): readonly FieldProblem[] {
  const known = choices[path];
  return known.includes(value) ? [] : [{ path, message: `must be ${known.join(' or ')}` }];
}

function adjustable({ configuredMode, settings, interruptionQueue, roleArn }: Cluster) {
  return { mode: configuredMode, settings, interruptionQueue, roleArn };
}

/** Starts the registration check again, e.g. after the user has fixed a failed step. */
export async function recheckCluster(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  principal: Principal,
  input: { readonly id: ClusterId; readonly requestId: string | null },
): Promise<Cluster | null> {
  return ports.store.transaction(async (tx) => {
    const cluster = await tx.clusters.find(input.id);
    if (cluster === null) return null;
    const now = ports.clock.now();
    const saved = await tx.clusters.save(toBeChecked(cluster, now));
    if (saved === null) return cluster;
    await requestCheck(tx, input.id, now);
    await auditWrite(ports, tx, principal, {
      action: 'cluster.recheck',
      object: { kind: 'Cluster', id: cluster.id, name: cluster.name },
      clusterId: cluster.id,
      requestId: input.requestId,
    });
    await publish(tx, saved);
    return saved;
  });
}

const isWatched = ({ connection }: Cluster): boolean =>
  connection.state !== 'Checking' && connection.state !== 'Rejected';

/**
 * Returns the cluster with all checks waiting. A watched cluster stays watched during the check.
 */
function toBeChecked(cluster: Cluster, now: Instant): Cluster {
  const { connection } = cluster;
  return {
    ...cluster,
    checks: waitingChecks,
    connection: isWatched(cluster)
      ? connection
      : { ...connection, state: 'Checking', problem: null, changedAt: now },
  };
}

function requestCheck(tx: Repositories, clusterId: ClusterId, deliverAt: Instant): Promise<void> {
  return tx.outbox.add([{ message: { type: 'cluster.check-registration', clusterId }, deliverAt }]);
}

/** The cluster to remove, and the expected version. */
export interface RemoveClusterInput {
  readonly id: ClusterId;
  readonly expectedVersion: ExpectedVersion;
  readonly confirmName: string;
  readonly requestId: string | null;
}

/** The result of a removal. */
export type RemoveClusterOutcome =
  | { readonly kind: 'Removed' | 'NotFound' | 'NotConfirmed' }
  | { readonly kind: 'Stale'; readonly cluster: Cluster };

/**
 * Removes a cluster and its history from Kerf. Nodes, instances and objects in the cluster stay.
 */
export async function removeCluster(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  principal: Principal,
  input: RemoveClusterInput,
): Promise<RemoveClusterOutcome> {
  return ports.store.transaction(async (tx) => {
    const cluster = await tx.clusters.find(input.id);
    if (cluster === null) return { kind: 'NotFound' };
    if (cluster.name !== input.confirmName) return { kind: 'NotConfirmed' };
    // Saved first, so that of two concurrent changes one is refused.
    const isCurrent = isExpectedVersion(cluster.version, input.expectedVersion);
    if (!isCurrent || (await tx.clusters.save(cluster)) === null) return { kind: 'Stale', cluster };
    await auditWrite(ports, tx, principal, {
      action: 'cluster.remove',
      object: { kind: 'Cluster', id: cluster.id, name: cluster.name },
      clusterId: cluster.id,
      before: { name: cluster.name, region: cluster.region, roleArn: cluster.roleArn },
      requestId: input.requestId,
    });
    await tx.clusters.remove(cluster.id);
    await publish(tx, cluster);
    return { kind: 'Removed' };
  });
}

function publish(tx: Repositories, { id, version }: Cluster): Promise<void> {
  return tx.changes.publish({ topic: 'cluster', clusterId: id, id, version });
}
