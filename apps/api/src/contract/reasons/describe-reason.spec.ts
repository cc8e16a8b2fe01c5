import { describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../generated/schema-types.js';
import { type CodedReason, describeReason } from './describe-reason.js';

import { reasonTexts } from './reason-texts.js';
import { schedulingReasonTexts } from './scheduling-reason-texts.js';

const reasonSentence = (reason: CodedReason): string => describeReason(reason).sentence;
const until = Date.parse('2026-11-21T14:02:00Z');

/**
 * The data of each code, as packages/engine/src/model/reason.ts defines it, and its expected sentence.
 * scheduling-reasons.spec.ts has the codes of scheduling.
 */
const cases: Readonly<
  Record<
    Exclude<ReasonCode, 'UNKNOWN' | keyof typeof schedulingReasonTexts>,
    readonly [data: unknown, sentence: string]
  >
> = {
  NOT_MANAGED: [{}, 'Kerf does not manage this node'],
  NOT_INITIALIZED: [{}, 'The node is not initialized yet'],
  TERMINATING: [{}, 'The node is already being removed'],
  IN_DECISION: [{ decisionId: 'dec_1' }, 'The node is part of decision dec_1'],
  NOMINATED: [{ until }, 'The node is nominated for pending pods'],
  WITHOUT_NODE_POOL: [{}, 'The NodeClaim has no NodePool, so Kerf does not disrupt the node'],
  NODE_POOL_UNKNOWN: [{ nodePool: 'general' }, 'NodePool general does not exist'],
  NO_INSTANCE_TYPES: [{ nodePool: 'general' }, 'NodePool general allows no instance type'],
  NODE_POOL_UNREADABLE: [
    { nodePool: 'general', field: 'spec.weight', detail: 'spec.weight: must be a number' },
    'NodePool general is refused, so its nodes are not disrupted voluntarily: spec.weight: must be a number',
  ],
  DISRUPTION_PAUSED: [
    {
      pauseId: 'pau_1',
      scope: 'Cluster',
      stops: 'Disruption',
      owner: 'ana',
      reason: 'bad AMI',
      until,
    },
    'Disruption is paused by ana: bad AMI',
  ],
  NODE_DO_NOT_DISRUPT: [{}, 'The node has the annotation karpenter.sh/do-not-disrupt'],
  NODE_DO_NOT_REPAIR: [
    {},
    'The node is unhealthy, and has the annotation karpenter.sh/do-not-repair',
  ],
  MANY_UNHEALTHY: [
    { nodePool: 'gpu', unhealthy: 3, nodes: 10 },
    '3 of 10 nodes of NodePool gpu are unhealthy, too many to replace one of them',
  ],
  POD_DO_NOT_DISRUPT: [
    { pod: 'batch/job-1', until: null },
    'Pod batch/job-1 has the annotation karpenter.sh/do-not-disrupt',
  ],
  PDB_BLOCKS: [
    { pdb: 'web/web-frontend', pod: 'web/web-1' },
    'PodDisruptionBudget web/web-frontend allows no eviction of pod web/web-1',
  ],
  MULTIPLE_PDBS: [
    { pdbs: ['web/a', 'web/b'], pod: 'web/web-1' },
    'Pod web/web-1 has 2 PodDisruptionBudgets (web/a, web/b), so Kubernetes does not evict it',
  ],
  CONSOLIDATION_DISABLED: [{ nodePool: 'memory' }, 'NodePool memory has consolidateAfter: Never'],
  STATIC_POOL: [{ nodePool: 'fixed', replicas: 3 }, 'NodePool fixed is static and keeps 3 nodes'],
  STATIC_POOL_BUSY: [
    { nodePool: 'fixed', nodes: 4, replicas: 3 },
    'Other nodes of NodePool fixed are being replaced or removed; the next ones follow when it has 3 nodes again',
  ],
  NODE_LIMIT_REACHED: [
    { nodePool: 'fixed', limit: 3 },
    'Its replacement would exceed the limit of 3 nodes of NodePool fixed',
  ],
  CONSOLIDATE_AFTER: [{ until }, 'Pods were added or removed within consolidateAfter'],
  NOT_EMPTY: [{ pods: 1 }, '1 pod runs on the node'],
  HOLDS_CAPACITY_BUFFER: [
    { buffers: ['shop/headroom', 'shop/spare'] },
    'The node holds capacity for CapacityBuffers shop/headroom and shop/spare',
  ],
  NOT_EVALUATED_YET: [{}, 'Not evaluated yet: other nodes are ahead in the queue'],
  REASON_NO_LONGER_APPLIES: [{ reason: 'Underutilized' }, 'The node is no longer underutilized'],
  EXPECTS_PODS: [{ decisionId: 'dec_1' }, 'Decision dec_1 moves pods to this node'],
  REPAIR_FAILED: [
    { decisionId: 'dec_1', until },
    'Decision dec_1 to replace the unhealthy node failed, and is made again later',
  ],
  REJECTED: [{ decisionId: 'dec_1', until }, 'Decision dec_1 was rejected'],
  DESTINATION_NOT_READY: [
    { nodeName: 'ip-10-0-0-1' },
    'Its pods would move to node ip-10-0-0-1, which is not initialized yet',
  ],
  DESTINATION_NOT_CONSOLIDATABLE: [
    { nodeName: 'ip-10-0-0-1', until },
    'Its pods would move to node ip-10-0-0-1, which takes none until its consolidateAfter has passed',
  ],
  PODS_UNSCHEDULABLE: [
    { pods: 2, pod: 'shop/db-0' },
    '2 of its pods cannot be scheduled elsewhere, for example shop/db-0',
  ],
  MULTIPLE_REPLACEMENTS: [
    { nodes: 2 },
    'Its pods need 2 new nodes; consolidation launches one at most',
  ],
  PRICE_UNKNOWN: [{}, 'The price of the node or of its replacement is unknown'],
  NO_CHEAPER_REPLACEMENT: [
    { priceMicroUsdPerHour: 96_000, bestMicroUsdPerHour: 112_200 },
    'No cheaper replacement: it must cost less than $0.0960/h, and may cost $0.1122/h at its most expensive offering',
  ],
  SAVING_TOO_SMALL: [
    { savingMicroUsdPerHour: 4_000, minSavingMicroUsdPerHour: 20_000, pods: 4 },
    'Consolidation would save $0.0040/h and move 4 pods; the settings of the cluster require $0.0200/h for that',
  ],
  SCORE_TOO_LOW: [
    { nodePool: 'web', score: 0.21, minScore: 0.5 },
    'NodePool web has the policy Balanced: the saving has a score of 0.21 for the pods that it moves, and 0.5 is required',
  ],
  SPOT_TO_SPOT_DISABLED: [
    {},
    'This is a spot node, and spot-to-spot consolidation is off in this cluster',
  ],
  SPOT_INFLEXIBLE: [
    { cheaperTypes: 1, needed: 15 },
    'Only 1 spot type is cheaper; spot-to-spot consolidation requires 15',
  ],
  BUDGET_EXHAUSTED: [
    { nodePool: 'general', reason: 'Empty', allowed: 0, budget: 1 },
    'Disruption budget 2 of NodePool general allows 0 disruptions for reason Empty now',
  ],
  INSUFFICIENT_CAPACITY: [
    { offerings: 3, detail: 'c6i.2xlarge in us-east-1a' },
    'AWS had insufficient capacity in 3 offerings: c6i.2xlarge in us-east-1a',
  ],
  NODE_CLASS_NOT_READY: [
    { nodeClass: 'default', detail: 'no subnet matches' },
    'EC2NodeClass default is not ready: no subnet matches',
  ],
  LAUNCH_WITHHELD: [
    { detail: 'NodePool web has 2 of 2 nodes' },
    'Kerf did not launch it: NodePool web has 2 of 2 nodes',
  ],
  LAUNCH_REFUSED: [
    { detail: 'UnauthorizedOperation' },
    'AWS rejected the launch: UnauthorizedOperation',
  ],
};

const codes = Object.keys(cases);

describe('reasonSentence', () => {
  it.each(Object.entries(cases))('has the expected sentence for %s', (code, [data, sentence]) => {
    expect(reasonSentence({ code, data })).toBe(sentence);
  });

  it('has a text for every code of the schema', () => {
    expect([...codes, ...Object.keys(schedulingReasonTexts), 'UNKNOWN'].sort()).toEqual(
      Object.keys(reasonTexts).sort(),
    );
  });

  it('names the NodePool that requires a minimum saving, and how to lower it', () => {
    const data = {
      savingMicroUsdPerHour: 4_000,
      minSavingMicroUsdPerHour: 20_000,
      pods: 4,
      nodePool: 'web',
    };
    expect(describeReason({ code: 'SAVING_TOO_SMALL', data })).toMatchObject({
      sentence:
        'Consolidation would save $0.0040/h and move 4 pods; NodePool web requires $0.0200/h for that',
      change: expect.stringContaining('annotations'),
    });
  });

  it('shows the code when it has no text', () => {
    expect(reasonSentence({ code: 'UNKNOWN', data: {} })).toBe('UNKNOWN');
    expect(reasonSentence({ code: 'FROM_THE_FUTURE', data: {} })).toBe('FROM_THE_FUTURE');
  });

  it('shows the code when its data does not match the schema of the code', () => {
    const broken = reasonSentence({ code: 'PDB_BLOCKS', data: { pdb: 4 } });
    expect(broken).toBe('PDB_BLOCKS');
    expect(reasonSentence({ code: 'NOT_EMPTY', data: null })).toContain('NOT_EMPTY');
  });
});

describe('describeReason', () => {
  it('includes how to fix it, if a change helps', () => {
    const [data] = cases.NODE_LIMIT_REACHED;
    expect(describeReason({ code: 'NODE_LIMIT_REACHED', data }).change).toBe(
      'Raise limits.nodes of NodePool fixed, or let nodes go before their replacement with the cluster’s settings terminateFirstDrift and terminateFirstRepair',
    );
    expect(describeReason({ code: 'TERMINATING', data: {} }).change).toBeUndefined();
  });
});
