import {
  type DecisionBody,
  type DecisionEventData,
  type DecisionPod,
  type DisruptBody,
  executionSteps,
  interruptionKinds,
  type NodeDrift,
  type PlanChange,
  type ProvisionBody,
  type RemoveBody,
  type RemovedNode,
  type StaticPoolCounts,
} from '@kerf/application';
import {
  type ApprovalVerdict,
  type BudgetStatus,
  type Command,
  type CommandBound,
  type CommandCandidate,
  type DroppedCandidate,
  disruptionMethods,
  disruptionReasons,
} from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import {
  candidateFields,
  move,
  plannedNodeClaim,
  provisionPlan,
  upgradePlannedNodes,
  upgradeUnversionedPlan,
} from './plan.js';
import { reason } from './reason.js';
import { nullableNumber, nullableText, number, text, texts } from './values.js';

// Columns of decisions and decision_events, and of budget_statuses, which decisions contain too.

export const approvalVerdict = recordFormat({
  column: 'decisions.verdict',
  schema: provenTo<ApprovalVerdict>().read(
    z.discriminatedUnion('kind', [
      z.looseObject({ kind: z.literal('Auto') }),
      z.looseObject({ kind: z.literal('NeedsApproval'), approvals: number }),
      z.looseObject({ kind: z.literal('ObserveOnly') }),
      z.looseObject({ kind: z.literal('Denied') }),
    ]),
  ),
});

const budget = provenTo<BudgetStatus>().read(
  z.looseObject({
    nodePool: text,
    reason: z.enum(disruptionReasons),
    nodes: number,
    disrupting: number,
    allowed: number,
    limitingBudget: nullableNumber,
    changesAt: nullableNumber,
  } satisfies FieldsOf<BudgetStatus>),
);

export const budgetStatus = recordFormat({
  column: 'budget_statuses.status',
  schema: budget,
});

const command = provenTo<Command>().read(
  z.looseObject({
    method: z.enum(disruptionMethods),
    reason: z.enum(disruptionReasons),
    candidates: z.array(
      z.looseObject({ ...candidateFields, nodePool: text } satisfies FieldsOf<CommandCandidate>),
    ),
    replacements: z.array(plannedNodeClaim),
    moves: z.array(move),
    savingMicroUsdPerHour: nullableNumber,
    bound: z
      .looseObject({
        costMicroUsdPerHour: number,
        mostSavingMicroUsdPerHour: number,
        gapRatio: number,
      } satisfies FieldsOf<CommandBound>)
      .exactOptional(),
  } satisfies FieldsOf<Command>),
);

const staticPool = z.looseObject({
  nodePool: text,
  replicas: number,
  held: number,
} satisfies FieldsOf<StaticPoolCounts>);

const claimIds = z.record(text, text);

const provisionBody = z.looseObject({
  type: z.literal('Provision'),
  batchId: nullableText,
  staticPool: staticPool.exactOptional(),
  standaloneClaim: text.exactOptional(),
  result: provisionPlan,
  optionCounts: z.record(text, number),
  pods: z.record(
    text,
    z.looseObject({ namespace: text, name: text, owner: text } satisfies FieldsOf<DecisionPod>),
  ),
  claims: claimIds,
} satisfies FieldsOf<ProvisionBody>);

const nodeDrift = provenTo<NodeDrift>().read(
  z.looseObject({
    nodeName: text,
    reason: text,
    definition: nullableText,
    since: nullableNumber,
    fields: z.array(z.looseObject({ path: text, before: nullableText, after: nullableText })),
  } satisfies FieldsOf<NodeDrift>),
);

const disruptBody = z.looseObject({
  type: z.literal('Disrupt'),
  command,
  budgets: z.array(budget),
  drift: z.array(nodeDrift).exactOptional(),
  replacementClaims: claimIds.exactOptional(),
} satisfies FieldsOf<DisruptBody>);

const removeBody = z.looseObject({
  type: z.literal('Remove'),
  reason: z.enum(['Interrupted', 'Expired', 'Unhealthy', 'Overprovisioned', 'Deleted']),
  deleted: z
    .looseObject({ kind: z.enum(['Node', 'NodeClaim', 'NodePool']), name: text })
    .exactOptional(),
  candidates: z.array(
    z.looseObject({ ...candidateFields, nodePool: nullableText } satisfies FieldsOf<RemovedNode>),
  ),
  pods: z.array(z.looseObject({ podUid: text, pod: text, from: text })),
  interruption: z
    .looseObject({ id: text, kind: z.enum(interruptionKinds), instanceId: text })
    .nullable(),
  deadline: nullableNumber,
  staticPool: staticPool.exactOptional(),
} satisfies FieldsOf<RemoveBody>);

const byName = z.record(text, z.unknown());
const listOfObjects = z.array(byName);
const list = z.array(z.unknown());

/** See {@link upgradeUnversionedPlan}. */
function upgradeUnversionedBody(old: unknown): unknown {
  const { data: body } = byName.safeParse(old);
  if (body === undefined) return old;
  if (body['type'] === 'Provision') {
    return { ...body, result: upgradeUnversionedPlan(body['result']) };
  }
  const { data: planned } = byName.safeParse(body['command']);
  if (planned === undefined) return old;
  return {
    ...body,
    command: { ...planned, replacements: upgradePlannedNodes(planned['replacements']) },
  };
}

export const decisionBody = recordFormat({
  column: 'decisions.body',
  schema: provenTo<DecisionBody>().read(
    z.discriminatedUnion('type', [provisionBody, disruptBody, removeBody]),
  ),
  upgrades: [upgradeUnversionedBody],
});

/** Changes since people saw a plan. */
const planChange = z.looseObject({
  nodesAdded: texts,
  nodesGone: texts,
  podsAdded: texts,
  podsGone: texts,
  budgetsLower: texts,
  savingBeforeMicroUsdPerHour: nullableNumber,
  savingAfterMicroUsdPerHour: nullableNumber,
} satisfies FieldsOf<PlanChange>);

const dropped = provenTo<DroppedCandidate>().read(
  z.looseObject({
    nodeName: text,
    reasons: z.array(reason),
  } satisfies FieldsOf<DroppedCandidate>),
);

/**
 * Upgrades values from before versions: reasons had other fields, so unreadable reasons are
 * removed.
 */
function upgradeUnversionedEvent(old: unknown): unknown {
  const { data: event } = byName.safeParse(old);
  if (event === undefined || event['dropped'] === undefined) return old;
  const { data: nodes } = listOfObjects.safeParse(event['dropped']);
  if (nodes === undefined) return old;
  return {
    ...event,
    dropped: nodes.map((node) => {
      const { data: reasons } = list.safeParse(node['reasons']);
      if (reasons === undefined) return node;
      return { ...node, reasons: reasons.filter((one) => reason.safeParse(one).success) };
    }),
  };
}

export const decisionEventData = recordFormat({
  column: 'decision_events.data',
  schema: provenTo<DecisionEventData>().read(
    z.looseObject({
      comment: text.exactOptional(),
      step: z.enum(executionSteps).exactOptional(),
      nodeClaimId: text.exactOptional(),
      nodeName: text.exactOptional(),
      detail: text.exactOptional(),
      dropped: z.array(dropped).exactOptional(),
      approvals: z.looseObject({ given: number, needed: number }).exactOptional(),
      excludedNodes: z.array(text).exactOptional(),
      moved: planChange.exactOptional(),
      successor: text.exactOptional(),
      expectedMicroUsdPerHour: number.exactOptional(),
      actualMicroUsdPerHour: number.exactOptional(),
    } satisfies FieldsOf<DecisionEventData>),
  ),
  upgrades: [upgradeUnversionedEvent],
});
