import type { ClusterId, Instant, MicroUsdPerHour, NodeClaimId } from '@kerf/core';
import {
  type InstanceType,
  isLaunchable,
  type LaunchBlock,
  type NodePoolSpendLimit,
} from '@kerf/engine';
import { isInScope, mayConcern, spansClusters } from '../domain/brake/brake-scope.js';
import { monthOf, type SpendLimit, sumOfMonth } from '../domain/brake/spend-limit.js';
import type { NodeClaim } from '../domain/node-claim/node-claim.js';
import type { Repositories } from '../ports/store.js';
import { type BrakedPools, brakedPools } from './braked-pools.js';
import { spendElsewhere } from './spend-elsewhere.js';

/** The spend limits of a cluster at one time. */
export interface SpendLimitsInForce {
  /** Returns the hourly limits of a NodePool, with what their scopes cost now. */
  hourlyOf(nodePool: string): readonly NodePoolSpendLimit[];
  /** Returns the monthly limit that stops launches of a NodePool; `null` if none does. */
  monthBlockOf(nodePool: string): LaunchBlock | null;
  /** The time of reading if spending counts that is no record of the cluster; else `Infinity`. */
  readonly changesAt: Instant;
}

/** The cluster whose spending counts. */
interface SpendingCluster {
  readonly clusterId: ClusterId;
  readonly now: Instant;
  /** Living NodeClaims. */
  readonly claims: readonly NodeClaim[];
  /** Returns what a NodeClaim costs, or may cost once it is launched. */
  readonly priceOf: (claim: NodeClaim) => MicroUsdPerHour;
}

/** Reads the limits that concern a cluster, and the spending of their scopes. */
export async function spendLimitsInForce(
  store: Pick<Repositories, 'spendLimits' | 'brakes' | 'access'>,
  cluster: SpendingCluster,
): Promise<SpendLimitsInForce> {
  const { clusterId } = cluster;
  const limits = (await store.spendLimits.list()).filter(({ scope }) =>
    mayConcern(scope, clusterId),
  );
  const poolOf = await brakedPools(store, limits);
  const hourly = await hourlyLimits(store, limits, { ...cluster, poolOf });
  const blocks = await monthBlocks(store, limits, { now: cluster.now, poolOf });
  const isOf = ({ scope }: SpendLimit, nodePool: string): boolean =>
    isInScope(scope, poolOf(clusterId, nodePool));
  return {
    hourlyOf: (nodePool) =>
      hourly.flatMap(({ limit, counted }) => (isOf(limit, nodePool) ? [counted] : [])),
    monthBlockOf: (nodePool) => blocks.find(({ limit }) => isOf(limit, nodePool))?.block ?? null,
    changesAt: limits.some(countsOthers) ? cluster.now : Infinity,
  };
}

/** Spending of other clusters, and of a month, changes without a change of the cluster. */
const countsOthers = ({ scope, hourlyMicroUsd, blocksLaunches }: SpendLimit): boolean =>
  blocksLaunches || (hourlyMicroUsd !== null && spansClusters(scope));

async function hourlyLimits(
  store: Pick<Repositories, 'brakes'>,
  limits: readonly SpendLimit[],
  { clusterId, claims, priceOf, poolOf }: SpendingCluster & { readonly poolOf: BrakedPools },
): Promise<readonly { readonly limit: SpendLimit; readonly counted: NodePoolSpendLimit }[]> {
  const withHourly = limits.filter(({ hourlyMicroUsd }) => hourlyMicroUsd !== null);
  if (withHourly.length === 0) return [];
  const scopes = withHourly.map(({ scope }) => scope);
  const elsewhereOf = await spendElsewhere(store, { clusterId, scopes, poolOf });
  return withHourly.map((limit) => {
    const { id, scope, hourlyMicroUsd } = limit;
    const here = claims
      .filter(({ nodePool }) => isInScope(scope, poolOf(clusterId, nodePool)))
      .reduce((sum, claim) => sum + priceOf(claim), 0);
    const counted: NodePoolSpendLimit = {
      limitId: id,
      scope: scope.kind,
      limitMicroUsdPerHour: hourlyMicroUsd ?? 0,
      spendMicroUsdPerHour: here + elsewhereOf(scope),
    };
    return { limit, counted };
  });
}

async function monthBlocks(
  store: Pick<Repositories, 'brakes'>,
  limits: readonly SpendLimit[],
  { now, poolOf }: Pick<SpendingCluster, 'now'> & { readonly poolOf: BrakedPools },
): Promise<readonly { readonly limit: SpendLimit; readonly block: LaunchBlock }[]> {
  const blocking = limits.filter((limit) => limit.blocksLaunches && limit.monthlyMicroUsd !== null);
  if (blocking.length === 0) return [];
  const month = monthOf(now);
  const pools = await store.brakes.monthSpend(now);
  return blocking.flatMap((limit) => {
    const { id, scope, monthlyMicroUsd } = limit;
    const { spentMicroUsd } = sumOfMonth(
      pools.filter((pool) => isInScope(scope, poolOf(pool.clusterId, pool.nodePool))),
      month,
      now,
    );
    const limitMicroUsd = monthlyMicroUsd ?? 0;
    if (spentMicroUsd < limitMicroUsd) return [];
    const block: LaunchBlock = {
      code: 'MONTHLY_SPEND_LIMIT_REACHED',
      limitId: id,
      scope: scope.kind,
      limitMicroUsd,
      spentMicroUsd: inSteps(spentMicroUsd, limitMicroUsd),
      until: month.to,
    };
    return [{ limit, block }];
  });
}

/** Rounds down to a hundredth of the limit, so that the reason changes seldom. */
function inSteps(spent: number, limit: number): number {
  const step = Math.max(1, Math.floor(limit / 100));
  return Math.floor(spent / step) * step;
}

/**
 * Returns the price of a launched NodeClaim, or the highest price that it may be launched at, so
 * that a limit holds whichever type is launched.
 */
export function claimPrice(
  claim: NodeClaim,
  options: {
    readonly optionNames: ReadonlyMap<NodeClaimId, readonly string[]>;
    readonly instanceTypes: Readonly<Record<string, readonly InstanceType[]>>;
  },
): MicroUsdPerHour {
  if (claim.instance !== null) return claim.instance.priceMicroUsdPerHour ?? 0;
  const names = new Set(options.optionNames.get(claim.id));
  const prices = (options.instanceTypes[claim.nodePool ?? ''] ?? [])
    .filter(({ name }) => names.has(name))
    .flatMap(({ offerings }) => offerings)
    .filter(isLaunchable)
    .flatMap(({ priceMicroUsdPerHour }) => priceMicroUsdPerHour ?? []);
  return Math.max(claim.plan.expected?.priceMicroUsdPerHour ?? 0, ...prices);
}
