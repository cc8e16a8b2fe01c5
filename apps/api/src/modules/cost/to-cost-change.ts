import {
  costSpanRetentionMs,
  type CostDriver as Driver,
  explainCostChange,
} from '@kerf/application';
import type { ClusterId, DurationMs, Instant } from '@kerf/core';
import type { ClusterCostGap, CostChangeRecords, CostSpanCoverage } from '@kerf/db';
import { capacityTypes } from '@kerf/engine';
import { formatInstant } from '../../contract/instant.js';
import { badInput } from '../../contract/public-error.js';
import type { CostChange, CostDriver, CostGap } from '../../generated/schema-types.js';
import { driverMessage } from './driver-message.js';

const dayMs: DurationMs = 86_400_000;
/** A cluster is measured each second, and written each 15 seconds. */
const currentMs: DurationMs = 60_000;

/** Prices are read within a minute after a cluster is connected. */
const settleMs: DurationMs = 60_000;

/** Two times to compare. */
export interface CostChangePeriod {
  readonly from: Instant;
  /** No later than now. */
  readonly to: Instant;
  /** Time from which the costs of nodes are known; `null` before the first. */
  readonly knownFrom: Instant | null;
  /** Clusters that are measured since a later time than `from`. */
  readonly added: ReadonlySet<ClusterId>;
}

interface RequestedPeriod {
  readonly from?: Instant | null | undefined;
  readonly to?: Instant | null | undefined;
}

/**
 * Returns the two times to compare: now and a day before, unless others are requested, or the costs of
 * nodes are known for less than a day, see {@link defaultFrom}.
 * @throws INPUT.INVALID for times before that, and for a period that is empty
 */
export function toChangePeriod(
  requested: RequestedPeriod,
  coverage: readonly CostSpanCoverage[],
  now: Instant,
): CostChangePeriod {
  const knownFrom = knownSince(coverage, now);
  const to = Math.min(requested.to ?? now, now);
  const from = requested.from ?? defaultFrom(coverage, { to, knownFrom });
  if (requested.from !== null && requested.from !== undefined)
    requireKnown('from', from, knownFrom);
  requireKnown('to', to, knownFrom ?? to);
  if (to <= from) {
    const message = 'must be later than from';
    throw badInput(`to ${message}.`, [{ path: 'to', message }]);
  }
  const added = coverage.filter(({ spansFrom }) => spansFrom !== null && spansFrom > from);
  return { from, to, knownFrom, added: new Set(added.map(({ clusterId }) => clusterId)) };
}

/**
 * Returns the time a day before. On the first day it is when the last cluster was measured for a
 * minute: the comparison with a fleet of which one cluster was connected, without prices yet, says
 * nothing.
 */
function defaultFrom(
  coverage: readonly CostSpanCoverage[],
  { to, knownFrom }: Pick<CostChangePeriod, 'to' | 'knownFrom'>,
): Instant {
  const dayBefore = to - dayMs;
  if (knownFrom === null || knownFrom <= dayBefore) return dayBefore;
  const settled = Math.max(...coverage.map(({ spansFrom }) => spansFrom ?? 0)) + settleMs;
  return settled < to ? settled : knownFrom;
}

/**
 * The first cluster begins the history; later ones are added. A cluster that was measured before there
 * were spans of nodes cannot have been added then, so that the history begins with its spans.
 */
function knownSince(coverage: readonly CostSpanCoverage[], now: Instant): Instant | null {
  const known = coverage.flatMap(({ spansFrom, accountedFrom }) =>
    spansFrom === null ? [] : [{ spansFrom, isOlder: accountedFrom < spansFrom }],
  );
  if (known.length === 0) return null;
  const first = Math.min(...known.map(({ spansFrom }) => spansFrom));
  const older = known.filter(({ isOlder }) => isOlder).map(({ spansFrom }) => spansFrom);
  return Math.max(first, ...older, now - costSpanRetentionMs);
}

function requireKnown(path: string, at: Instant, knownFrom: Instant | null): void {
  if (knownFrom !== null && at >= knownFrom) return;
  const message =
    knownFrom === null
      ? 'is too early: the costs of nodes are not known yet. A cluster is measured within a minute after it is connected'
      : `is too early: the costs of nodes are known since ${formatInstant(knownFrom)}. Choose that time or a later one`;
  throw badInput(`${path} ${message}.`, [{ path, message }]);
}

/** The records from which a change is shown. */
export interface CostChangeSources {
  readonly records: CostChangeRecords;
  readonly gaps: readonly ClusterCostGap[];
  readonly coverage: readonly CostSpanCoverage[];
}

/** Returns the change between two times with its drivers, which add up to it. */
export function toCostChange(
  { records: { before, after, facts }, gaps, coverage }: CostChangeSources,
  { from, to, knownFrom }: CostChangePeriod,
): CostChange {
  const names = new Map(coverage.map(({ clusterId, clusterName }) => [clusterId, clusterName]));
  const drivers = explainCostChange(facts);
  const sumOf = (all: readonly Driver[]): number =>
    all.reduce((sum, { changeMicroUsdPerHour }) => sum + changeMicroUsdPerHour, 0);
  return {
    from,
    to,
    asOf: recordedUntil(coverage, to),
    knownFrom,
    before: before.priceMicroUsdPerHour,
    after: after.priceMicroUsdPerHour,
    change: after.priceMicroUsdPerHour - before.priceMicroUsdPerHour,
    increase: sumOf(drivers.filter(({ changeMicroUsdPerHour: change }) => change > 0)),
    decrease: sumOf(drivers.filter(({ changeMicroUsdPerHour: change }) => change < 0)),
    nodesBefore: before.nodes,
    nodesAfter: after.nodes,
    unpricedNodesBefore: before.unpricedNodes,
    unpricedNodesAfter: after.unpricedNodes,
    drivers: drivers.map((driver) => toDriver(driver, names)),
    gaps: [...openGaps(coverage, { from, to }), ...gaps],
  };
}

function toDriver(driver: Driver, names: ReadonlyMap<ClusterId, string>): CostDriver {
  const { changeMicroUsdPerHour: change, clusterId, capacityType, ...fields } = driver;
  const clusterName = clusterId === null ? null : (names.get(clusterId) ?? clusterId);
  return {
    ...fields,
    message: driverMessage(driver, clusterName),
    change,
    clusterId,
    clusterName,
    capacityType: capacityTypes.find((type) => type === capacityType) ?? null,
  };
}

/**
 * Returns the time up to which all clusters that are measured are recorded, no later than `to`. Clusters
 * that are not measured any more have gaps.
 */
export const recordedUntil = (coverage: readonly CostSpanCoverage[], to: Instant): Instant =>
  Math.min(
    to,
    ...coverage
      .map(({ accountedUntil }) => accountedUntil)
      .filter((accountedUntil) => to - accountedUntil <= currentMs),
  );

/** Clusters that are not measured any more, since a time within the period. */
const openGaps = (
  coverage: readonly CostSpanCoverage[],
  { from, to }: Pick<CostChangePeriod, 'from' | 'to'>,
): readonly CostGap[] =>
  coverage
    .filter(({ accountedUntil }) => to - accountedUntil > currentMs)
    .map(({ clusterId, clusterName, accountedUntil }) => ({
      clusterId,
      clusterName,
      from: Math.max(from, accountedUntil),
      to,
    }));
