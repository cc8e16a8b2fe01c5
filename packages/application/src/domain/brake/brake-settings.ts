import type { DurationMs, MicroUsdPerHour } from '@kerf/core';

/** Thresholds of the brakes and alerts of a cluster. 0 turns a brake or an alert off. */
export interface BrakeSettings {
  /** NodeClaims requested within a minute, of the cluster or of one NodePool. */
  readonly claimsPerMinute: number;
  /** Rise of the hourly cost within ten minutes, of the cluster or of one NodePool. */
  readonly spendRiseMicroUsdPerHour: MicroUsdPerHour;
  /** Launches of a NodePool in a row that EC2 refused; missing capacity does not count. */
  readonly launchFailures: number;
  /** Nodes of a NodePool in a row that did not join. */
  readonly registrationFailures: number;
  /** Time after which a launched node that has not joined counts as failed. */
  readonly registrationOverdueMs: DurationMs;
  /** How often the same pods are moved, or the same shape is replaced, within the window. */
  readonly flapRepeats: number;
  readonly flapWindowMs: DurationMs;
  /** How long consolidation of a flapping NodePool is frozen. */
  readonly flapFreezeMs: DurationMs;
  /** Alert only: number of nodes of the cluster. */
  readonly alertNodes: number;
  /** Alert only: hourly cost of the cluster. */
  readonly alertSpendMicroUsdPerHour: MicroUsdPerHour;
  /** Alert only: NodeClaims requested or ended within a minute. */
  readonly alertChangesPerMinute: number;
}

/** The settings with the state that belongs to them. */
export interface StoredBrakeSettings {
  readonly settings: BrakeSettings;
  /** The alerts whose threshold is exceeded. */
  readonly activeAlerts: readonly BrakeAlert[];
  /** 0 while the cluster has the defaults. */
  readonly version: number;
}

/** Alerts without a brake. */
export const brakeAlerts = ['Nodes', 'Spend', 'Changes'] as const;
/** One of {@link brakeAlerts}. */
export type BrakeAlert = (typeof brakeAlerts)[number];

const minuteMs: DurationMs = 60_000;

/**
 * The defaults: far above what a healthy fleet does in a minute, and low where a failure repeats.
 * The alerts are off, because their thresholds depend on the size of the cluster.
 */
export const defaultBrakeSettings: BrakeSettings = {
  claimsPerMinute: 1_000,
  spendRiseMicroUsdPerHour: 500_000_000,
  launchFailures: 5,
  registrationFailures: 2,
  registrationOverdueMs: 5 * minuteMs,
  flapRepeats: 4,
  flapWindowMs: 120 * minuteMs,
  flapFreezeMs: 240 * minuteMs,
  alertNodes: 0,
  alertSpendMicroUsdPerHour: 0,
  alertChangesPerMinute: 0,
};
