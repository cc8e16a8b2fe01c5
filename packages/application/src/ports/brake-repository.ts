import type { ClusterId, Instant, MicroUsdPerHour, SpendLimitId } from '@kerf/core';
import type { PoolChanges, StoredAlertThresholds } from '../domain/brake/alert-thresholds.js';
import type {
  BrakeAlert,
  BrakeSettings,
  StoredBrakeSettings,
} from '../domain/brake/brake-settings.js';
import type { RecentClaim } from '../domain/brake/recent-claim.js';
import type { PoolMonthSpend, SpendLimit } from '../domain/brake/spend-limit.js';
import type { Decision } from '../domain/decision/decision.js';
import type { PauseRepository } from './pause-repository.js';

/** Everything that brakes store. */
export interface BrakeRepositories {
  readonly pauses: PauseRepository;
  readonly spendLimits: SpendLimitRepository;
  readonly alertThresholds: AlertThresholdRepository;
  readonly brakes: BrakeRepository;
}

/** Settings of the brakes, and the history that they watch. */
export interface BrakeRepository {
  /** Returns the settings of a cluster; the defaults if there are none. */
  settings(clusterId: ClusterId): Promise<StoredBrakeSettings>;
  /**
   * Compare-and-set on the version, which is 0 before the first save.
   * @returns `null` when another writer saved first
   */
  saveSettings(
    clusterId: ClusterId,
    settings: BrakeSettings,
    version: number,
  ): Promise<StoredBrakeSettings | null>;
  /** Records which alerts are active, without changing the version. */
  setAlerts(clusterId: ClusterId, alerts: readonly BrakeAlert[]): Promise<void>;
  /** Returns the NodeClaims that were requested or ended since then, ordered by id. */
  recentClaims(clusterId: ClusterId, since: Instant): Promise<readonly RecentClaim[]>;
  /**
   * Returns the most nodes that a cluster had, on average of an hour, in the hours that began in the period, or of a
   * minute in its last two hours; 0 if nothing was measured.
   */
  mostNodes(clusterId: ClusterId, period: { from: Instant; to: Instant }): Promise<number>;
  /** Returns the consolidations that began since then, ordered by id. */
  consolidations(clusterId: ClusterId, since: Instant): Promise<readonly Decision[]>;
  /** Returns the NodeClaims that were requested or ended after then, by NodePool; of all clusters. */
  changesSince(since: Instant): Promise<readonly PoolChanges[]>;
  /** Returns what each NodePool cost in the month of `now` so far; of all clusters. */
  monthSpend(now: Instant): Promise<readonly PoolMonthSpend[]>;
  /** Returns what the nodes of each NodePool cost now; of all clusters. */
  currentSpend(): Promise<readonly PoolSpend[]>;
  /**
   * Returns what NodeClaims of each NodePool cost that are launched or being launched and have no
   * node in the read model: the price of the instance, or of the planned one; of all clusters.
   */
  launchingSpend(): Promise<readonly PoolSpend[]>;
}

/** Cost of the nodes of a NodePool per hour. */
export interface PoolSpend {
  readonly clusterId: ClusterId;
  /** Empty for nodes without a NodePool. */
  readonly nodePool: string;
  /** Number of nodes, also of those that are being launched. */
  readonly nodes: number;
  readonly priceMicroUsdPerHour: MicroUsdPerHour;
}

/** Alert thresholds of teams and of the organization. */
export interface AlertThresholdRepository {
  /** Returns those that were saved, ordered by scope. */
  list(): Promise<readonly StoredAlertThresholds[]>;
  /**
   * Compare-and-set on the version, which is 0 before the first save. The active alerts stay.
   * @returns `null` when another writer saved first
   */
  save(stored: StoredAlertThresholds): Promise<StoredAlertThresholds | null>;
  /**
   * Records which alerts are active at a time, without changing the version.
   * @returns false when the active alerts are no longer those of `stored`
   */
  setActive(
    stored: StoredAlertThresholds,
    active: readonly BrakeAlert[],
    at: Instant,
  ): Promise<boolean>;
}

/** Limits of what nodes may cost. */
export interface SpendLimitRepository {
  /**
   * Waits until no other transaction admits launches under limits that clusters share; others wait
   * until the end of this transaction.
   */
  lockShared(): Promise<void>;
  /** @throws STATE.CONFLICT when the scope has a limit */
  insert(limit: SpendLimit): Promise<void>;
  find(id: SpendLimitId): Promise<SpendLimit | null>;
  /** Returns all limits, ordered by id. */
  list(): Promise<readonly SpendLimit[]>;
  /** Compare-and-set on `version`; returns `null` when another writer saved first. */
  save(limit: SpendLimit): Promise<SpendLimit | null>;
  /** Records the threshold that was reported at a time, without changing the version. */
  setReached(
    id: SpendLimitId,
    reached: NonNullable<SpendLimit['reached']>,
    at: Instant,
  ): Promise<void>;
  /** Records the forecast that was reported at a time, without changing the version. */
  setForecast(
    id: SpendLimitId,
    forecast: NonNullable<SpendLimit['forecast']>,
    at: Instant,
  ): Promise<void>;
  /** @returns false when it has changed since it was read */
  remove(limit: SpendLimit): Promise<boolean>;
}
