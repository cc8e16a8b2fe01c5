import type { ClusterId } from '@kerf/core';
import { usdText } from '@kerf/core';
import { clusterOfScope, isInScope, mayConcern } from '../domain/brake/brake-scope.js';
import {
  monthOf,
  type SpendLimit,
  sumOfMonth,
  thresholdReached,
} from '../domain/brake/spend-limit.js';
import type { Finding } from '../domain/finding/finding.js';
import { named, type Sweep } from '../domain/operation/sweep.js';
import type { Ports } from '../ports/ports.js';
import { replaceFindings } from '../recording/replace-findings.js';
import { brakedPools } from '../snapshot/braked-pools.js';
import { auditSpendLimit } from './audit-spend-limit.js';
import { checkSpendForecast } from './check-spend-forecast.js';

/**
 * Reports each share of a monthly limit that the spending reaches, and a forecast above it: an audit
 * entry once in a month, and a finding of the cluster while a share lasts. Limits of several clusters
 * are reported by whichever worker checks first. A limit of a NodePool that is gone stays for the next
 * one with its name, and nothing is reported about it.
 * @returns whether there are limits, whose spending grows with time
 */
export async function checkSpendLimits(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  { sweep, clusterId, nodePools }: LimitsToCheck,
): Promise<boolean> {
  const { store } = ports;
  const limits = (await store.spendLimits.list()).filter(
    ({ scope, monthlyMicroUsd }) =>
      monthlyMicroUsd !== null &&
      mayConcern(scope, clusterId) &&
      (scope.kind !== 'NodePool' || nodePools.has(scope.nodePool)),
  );
  const findings: Omit<Finding, 'clusterId' | 'code'>[] = [];
  if (limits.length > 0) {
    const now = ports.clock.now();
    const month = monthOf(now);
    const pools = await store.brakes.monthSpend(now);
    const poolOf = await brakedPools(store, limits);
    for (const limit of limits) {
      const spend = sumOfMonth(
        pools.filter((pool) => isInScope(limit.scope, poolOf(pool.clusterId, pool.nodePool))),
        month,
        now,
      );
      const percent = thresholdReached(limit, spend);
      const before = limit.reached?.month === month.name ? limit.reached.percent : 0;
      await sweep.attempt(named('SpendLimit', limit.id), async () => {
        if (percent > before)
          await reportThreshold(ports, limit, { month: month.name, percent, spend });
        await checkSpendForecast(ports, limit, month, spend);
      });
      if (percent > 0 && clusterOfScope(limit.scope) === clusterId) {
        findings.push({
          object: limit.scope.kind === 'NodePool' ? `NodePool/${limit.scope.nodePool}` : 'Cluster',
          message: thresholdText(limit, spend.spentMicroUsd, percent),
          remedy: 'Raise the limit, or reduce what runs. The page Brakes shows the forecast.',
          at: now,
        });
      }
    }
  }
  await replaceFindings(ports, { clusterId, code: 'SPEND_LIMIT_REACHED' }, findings);
  return limits.length > 0;
}

interface LimitsToCheck {
  readonly sweep: Sweep;
  readonly clusterId: ClusterId;
  /** Names of the cluster's NodePools. */
  readonly nodePools: ReadonlySet<string>;
}

function thresholdText(
  { monthlyMicroUsd, blocksLaunches }: SpendLimit,
  spentMicroUsd: number,
  percent: number,
): string {
  const share = `${usdText(spentMicroUsd, 2)} of the monthly limit of ${usdText(monthlyMicroUsd ?? 0, 2)} are spent (${percent}% reached).`;
  return percent >= 100 && blocksLaunches ? `${share} Nothing more is launched.` : share;
}

async function reportThreshold(
  ports: Pick<Ports, 'store' | 'clock' | 'ids'>,
  limit: SpendLimit,
  {
    month,
    percent,
    spend,
  }: { readonly month: string; readonly percent: number; readonly spend: object },
): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const current = await tx.spendLimits.find(limit.id);
    const known = current?.reached?.month === month ? current.reached.percent : 0;
    if (current === null || known >= percent) return;
    await tx.spendLimits.setReached(limit.id, { month, percent }, ports.clock.now());
    await auditSpendLimit(ports, tx, limit, {
      action: 'spend-limit.threshold',
      comment: `${percent}% of the limit of ${month} reached`,
      after: { month, percent, monthlyMicroUsd: limit.monthlyMicroUsd, ...spend },
    });
  });
}
