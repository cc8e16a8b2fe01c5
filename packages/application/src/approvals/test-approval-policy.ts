import type { ClusterId, DecisionId, FieldProblem, Instant } from '@kerf/core';
import type { ApprovalVerdict } from '@kerf/engine';
import type { ApprovalRule } from '../domain/approval/approval-policy.js';
import { evaluatePolicy } from '../domain/approval/evaluate-policy.js';
import type { DecisionKind, DecisionState } from '../domain/decision/decision.js';
import type { Ports } from '../ports/ports.js';
import { matchTime } from './approval-of-plan.js';
import { checkRules } from './save-approval-policy.js';

/** The rules to try on past decisions. */
export interface TestPolicyInput {
  readonly rules: readonly ApprovalRule[];
  /** 1 to {@link maxTestDays}. */
  readonly days: number;
}

/** Longest history that rules are tried on. */
export const maxTestDays = 31;
/** Most decisions that are evaluated, the newest ones. */
const maxDecisions = 5_000;
/** Most decisions that are listed. */
const maxListed = 200;

/** Results of a policy for a decision. */
export const policyResults = ['Run', 'Ask', 'Deny', 'Observe'] as const;
/** One of {@link policyResults}. */
export type PolicyResult = (typeof policyResults)[number];

/** A past decision with the result that the rules would have had. */
export interface TestedDecision {
  readonly id: DecisionId;
  readonly clusterId: ClusterId;
  readonly cluster: string;
  readonly kind: DecisionKind;
  readonly state: DecisionState;
  readonly proposedAt: Instant;
  readonly nodes: number;
  readonly pods: number;
  readonly before: PolicyResult;
  readonly after: PolicyResult;
  /** Approvals that the rules ask for. */
  readonly approvals: number;
  readonly rule: string;
}

/** Results of the rules for past decisions. */
export interface PolicyTest {
  /** Number of decisions by result, under the rules and as it was. */
  readonly counts: readonly {
    readonly result: PolicyResult;
    readonly before: number;
    readonly after: number;
  }[];
  readonly total: number;
  /** Decisions whose result differs come first, then the newest. */
  readonly decisions: readonly TestedDecision[];
  /** True when there are more decisions than were evaluated. */
  readonly isCut: boolean;
  readonly notes: readonly string[];
}

/** The result of a test; nothing is saved. */
export type TestPolicyOutcome =
  | { readonly kind: 'Tested'; readonly test: PolicyTest }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] };

/**
 * Tries rules on the decisions of the last days, with the facts that were stored with them and the
 * modes that their clusters have now.
 */
export async function testApprovalPolicy(
  ports: Pick<Ports, 'store' | 'clock' | 'localTime'>,
  { rules, days }: TestPolicyInput,
): Promise<TestPolicyOutcome> {
  if (!Number.isInteger(days) || days < 1 || days > maxTestDays) {
    return {
      kind: 'Invalid',
      problems: [{ path: 'days', message: `must be 1 to ${maxTestDays}` }],
    };
  }
  const { problems, notes } = await checkRules(ports, ports.store, rules);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const since = ports.clock.now() - days * 86_400_000;
  const past = await ports.store.decisions.past({ since, limit: maxDecisions, clusterId: null });
  const modes = new Map((await ports.store.clusters.list()).map(({ id, mode }) => [id, mode]));
  const policy = { version: 0, rules };
  const tested = past.decisions.map((decision): TestedDecision => {
    const { facts } = decision.approval;
    const mode = modes.get(decision.clusterId) ?? 'observe';
    const said = evaluatePolicy({ mode, policy }, facts, matchTime(ports, decision.proposedAt));
    return {
      id: decision.id,
      clusterId: decision.clusterId,
      cluster: facts.cluster,
      kind: decision.kind,
      state: decision.state,
      proposedAt: decision.proposedAt,
      nodes: facts.nodes,
      pods: facts.pods.length,
      before: resultOf(decision.verdict),
      after: resultOf(said.verdict),
      approvals: said.ask?.approvals ?? 0,
      rule: said.rule.name,
    };
  });
  return {
    kind: 'Tested',
    test: {
      counts: policyResults.map((result) => ({
        result,
        before: tested.filter(({ before }) => before === result).length,
        after: tested.filter(({ after }) => after === result).length,
      })),
      total: tested.length,
      decisions: [...tested.filter(differs), ...tested.filter((one) => !differs(one))].slice(
        0,
        maxListed,
      ),
      isCut: past.isCut,
      notes,
    },
  };
}

const differs = ({ before, after }: TestedDecision): boolean => before !== after;

const results: Readonly<Record<ApprovalVerdict['kind'], PolicyResult>> = {
  Auto: 'Run',
  NeedsApproval: 'Ask',
  Denied: 'Deny',
  ObserveOnly: 'Observe',
};

const resultOf = ({ kind }: ApprovalVerdict): PolicyResult => results[kind];
