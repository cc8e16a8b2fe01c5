import type { DecisionBody } from '@kerf/application';
import { isBufferPod } from '@kerf/engine';
import { toReason } from '../../contract/reason.js';
import type { PlanCost, UnschedulablePod } from '../../generated/schema-types.js';
import { toRejection } from '../scheduling/scheduling.contract.js';
import { toPod } from './decision.mapper.js';
import { diversityOf, toGapParts } from './gap.mapper.js';

/** `null` also for decisions that were recorded before plans had a lower bound. */
export function toPlanCost(body: DecisionBody | undefined): PlanCost | null {
  const cost = body?.type === 'Provision' ? (body.result.cost ?? null) : null;
  if (cost === null) return null;
  return {
    cost: cost.planMicroUsdPerHour,
    lowerBound: cost.lowerBoundMicroUsdPerHour,
    gapRatio: cost.gapRatio,
    firstFitCost: cost.firstFitMicroUsdPerHour,
    firstFitNodeCount: cost.firstFitNodes,
    nodeCharge: cost.nodeChargeMicroUsdPerHour,
    method: cost.method,
    diversity: diversityOf(cost),
    gapParts: toGapParts(cost.gapParts),
  };
}

export function toUnschedulable(body: DecisionBody): readonly UnschedulablePod[] {
  if (body.type !== 'Provision') return [];
  return body.result.unschedulable
    .filter(({ podUid }) => !isBufferPod({ uid: podUid }))
    .map(({ podUid, reasons, byNodePool, queuePosition, evaluatedAt }) => ({
      pod: toPod(body, podUid),
      reasons: reasons.map(toReason),
      byNodePool: byNodePool.map(toRejection),
      queuePosition,
      evaluatedAt,
    }));
}
