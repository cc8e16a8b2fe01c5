import { describe, expect, it } from 'vitest';
import type { ReasonCode } from '../../gql/graphql.js';
import { toReasonCode } from './reason-codes.js';
import { describeReason, reasonSentence, untilOf } from './reason-sentence.js';
import { reasonTexts } from './reason-texts.js';
import { schedulingReasonTexts } from './scheduling-reason-texts.js';

const until = Date.parse('2026-11-21T14:02:00Z');

/**
 * Data as packages/engine/src/explain/reason.ts defines it, and the sentence it must give. Those of
 * scheduling are in scheduling-reasons.spec.ts.
 */
const cases: Readonly<
  Record<
    Exclude<ReasonCode, 'UNKNOWN' | keyof typeof schedulingReasonTexts>,
    readonly [data: unknown, sentence: string]
  >
> = {
  NOT_MANAGED: [{}, 'Kerf does not manage this node'],
  NOT_INITIALIZED: [{}, 'the node is not initialized yet'],
  TERMINATING: [{}, 'the node is leaving already'],
  IN_DECISION: [{ decisionId: 'dec_1' }, 'decision dec_1 is about this node'],
  NOMINATED: [{ until }, 'pods are on their way to it'],
  WITHOUT_NODE_POOL: [{}, 'a person made its NodeClaim, and no pool says when it may go'],
  NODE_POOL_UNKNOWN: [{ nodePool: 'general' }, 'its NodePool general does not exist'],
  NO_INSTANCE_TYPES: [{ nodePool: 'general' }, 'the NodePool general allows no instance type'],
  NODE_DO_NOT_DISRUPT: [{}, 'the node carries karpenter.sh/do-not-disrupt'],
  POD_DO_NOT_DISRUPT: [
    { pod: 'batch/job-1', until: null },
    'pod batch/job-1 carries karpenter.sh/do-not-disrupt',
  ],
  PDB_BLOCKS: [
    { pdb: 'web/web-frontend', pod: 'web/web-1' },
    'PodDisruptionBudget web/web-frontend allows no eviction of web/web-1',
  ],
  MULTIPLE_PDBS: [
    { pdbs: ['web/a', 'web/b'], pod: 'web/web-1' },
    'pod web/web-1 is covered by 2 PodDisruptionBudgets (web/a, web/b), so Kubernetes refuses to evict it',
  ],
  CONSOLIDATION_DISABLED: [{ nodePool: 'memory' }, 'the NodePool memory never consolidates'],
  STATIC_POOL: [
    { nodePool: 'fixed', replicas: 3 },
    'the NodePool fixed keeps 3 nodes, whatever runs on them',
  ],
  STATIC_POOL_BUSY: [
    { nodePool: 'fixed', nodes: 4, replicas: 3 },
    'nodes of fixed are being replaced or removed; the next are when it is back at 3',
  ],
  NODE_LIMIT_REACHED: [
    { nodePool: 'fixed', limit: 3 },
    'its replacement would be one node more than the limit of 3 of fixed',
  ],
  CONSOLIDATE_AFTER: [{ until }, 'pods came or went a short while ago'],
  NOT_EMPTY: [{ pods: 1 }, '1 pod runs on it'],
  HOLDS_CAPACITY_BUFFER: [
    { buffers: ['shop/headroom', 'shop/spare'] },
    'its room is kept free for shop/headroom and shop/spare',
  ],
  NOT_EVALUATED_YET: [{}, 'another node is looked at first; its turn comes'],
  REASON_NO_LONGER_APPLIES: [{ reason: 'Underutilized' }, 'it is not underutilized any more'],
  EXPECTS_PODS: [{ decisionId: 'dec_1' }, 'decision dec_1 moves pods to this node'],
  REJECTED: [
    { decisionId: 'dec_1', until },
    'decision dec_1 was rejected; it is not proposed again',
  ],
  DESTINATION_NOT_READY: [
    { nodeName: 'ip-10-0-0-1' },
    'its pods would move to ip-10-0-0-1, which is not initialized yet',
  ],
  PODS_UNSCHEDULABLE: [
    { pods: 2, pod: 'shop/db-0' },
    '2 of its pods find no place elsewhere, first shop/db-0',
  ],
  MULTIPLE_REPLACEMENTS: [{ nodes: 2 }, 'its pods would need 2 new nodes'],
  PRICE_UNKNOWN: [
    {},
    'what it or its replacement costs is not known, so nothing can be told to be cheaper',
  ],
  NO_CHEAPER_REPLACEMENT: [
    { priceMicroUsdPerHour: 96_000, bestMicroUsdPerHour: 112_200 },
    'it costs $0.0960/h; a node for its pods would cost $0.1122/h at least',
  ],
  POLICY_UNSUPPORTED: [
    { policy: 'Balanced' },
    'consolidation policy Balanced is not implemented yet, so only empty nodes of the pool are consolidated',
  ],
  SPOT_TO_SPOT_DISABLED: [
    {},
    'it is a spot node, and spot-to-spot consolidation is off in this cluster',
  ],
  SPOT_INFLEXIBLE: [
    { cheaperTypes: 1, needed: 15 },
    'only 1 spot type is cheaper; replacing spot by spot needs 15',
  ],
  BUDGET_EXHAUSTED: [
    { nodePool: 'general', reason: 'Empty', allowed: 0, budget: 1 },
    'budget 2 of general allows no Empty disruptions now',
  ],
  INSUFFICIENT_CAPACITY: [
    { offerings: 3, detail: 'c6i.2xlarge in us-east-1a' },
    'AWS had no room in 3 offerings: c6i.2xlarge in us-east-1a',
  ],
  NODE_CLASS_NOT_READY: [
    { nodeClass: 'default', detail: 'no subnet matches' },
    'the EC2NodeClass default is not ready: no subnet matches',
  ],
  LAUNCH_WITHHELD: [
    { detail: 'NodePool web has 2 of 2 nodes' },
    'Kerf did not ask AWS for it: NodePool web has 2 of 2 nodes',
  ],
  LAUNCH_REFUSED: [
    { detail: 'UnauthorizedOperation' },
    'AWS refused the launch: UnauthorizedOperation',
  ],
};

const codes = Object.keys(cases).map(toReasonCode);

describe('reasonSentence', () => {
  it.each(Object.entries(cases))('says what %s means', (code, [data, sentence]) => {
    expect(reasonSentence({ code: toReasonCode(code), data })).toBe(sentence);
  });

  it('knows every code of the schema', () => {
    expect([...codes, ...Object.keys(schedulingReasonTexts), 'UNKNOWN'].sort()).toEqual(
      Object.keys(reasonTexts).sort(),
    );
  });

  it('shows a code without words honestly', () => {
    expect(reasonSentence({ code: 'UNKNOWN', data: {} })).toBe(
      'UNKNOWN, which this version of the dashboard cannot put into words',
    );
    expect(toReasonCode('FROM_THE_FUTURE')).toBe('UNKNOWN');
  });

  it('shows a code honestly when its data is not what the code promises', () => {
    const broken = reasonSentence({ code: 'PDB_BLOCKS', data: { pdb: 4 } });
    expect(broken).toBe('PDB_BLOCKS, which this version of the dashboard cannot put into words');
    expect(reasonSentence({ code: 'NOT_EMPTY', data: null })).toContain('NOT_EMPTY');
  });
});

describe('describeReason', () => {
  it('says what to change where a change would help', () => {
    const [data] = cases.NODE_LIMIT_REACHED;
    expect(describeReason({ code: 'NODE_LIMIT_REACHED', data }).change).toBe(
      'Raise limits.nodes of fixed',
    );
    expect(describeReason({ code: 'TERMINATING', data: {} }).change).toBeUndefined();
  });
});

describe('untilOf', () => {
  it('tells when the clock ends a reason', () => {
    expect(untilOf({ code: 'CONSOLIDATE_AFTER', data: { until } })).toBe(until);
    expect(untilOf({ code: 'POD_DO_NOT_DISRUPT', data: { pod: 'a/b', until: null } })).toBeNull();
    expect(untilOf({ code: 'TERMINATING', data: {} })).toBeNull();
  });
});
