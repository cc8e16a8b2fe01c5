import { assertNever, InvariantViolation } from '@kerf/core';
import type { ApprovalVerdict, ClusterMode } from '@kerf/engine';
import type { ApprovalFacts } from './approval-facts.js';
import type {
  ApprovalPolicy,
  ApprovalRule,
  AskRequirement,
  RuleAction,
} from './approval-policy.js';
import { type MatchTime, whyNoMatch } from './match-rule.js';
import { presetRules } from './preset-rules.js';

/** Whether a decision needs approvals, and the rule that says so. */
export interface PolicyVerdict {
  readonly verdict: ApprovalVerdict;
  /** `null` unless approvals are required. */
  readonly ask: AskRequirement | null;
  readonly rule: MatchedRule;
  /** The rules before it, in their order, and why they do not match. */
  readonly passed: readonly PassedRule[];
}

/** The rule that decides about a decision. */
export interface MatchedRule {
  readonly name: string;
  /** The version of the policy; `null` for a rule of the cluster's mode. */
  readonly policyVersion: number | null;
}

/** A rule that does not match a decision. */
export interface PassedRule {
  readonly name: string;
  readonly why: string;
}

/** The policy in force: the mode of the cluster and the stored rules. */
export interface PolicyInForce {
  readonly mode: ClusterMode;
  /** `null` while no policy is stored. */
  readonly policy: Pick<ApprovalPolicy, 'version' | 'rules'> | null;
}

/**
 * Returns what the policy says about a decision. The stored rules come first, then those of the
 * cluster's mode, of which one always matches. In mode `observe` nothing is executed, whatever the
 * rules say.
 */
export function evaluatePolicy(
  { mode, policy }: PolicyInForce,
  facts: ApprovalFacts,
  time: MatchTime,
): PolicyVerdict {
  const stored = mode === 'observe' ? [] : (policy?.rules ?? []);
  const passed: PassedRule[] = [];
  for (const [index, rule] of [...stored, ...presetRules(mode)].entries()) {
    const why = whyNoMatch(rule, facts, time);
    if (why !== null) {
      passed.push({ name: rule.name, why });
      continue;
    }
    const policyVersion = index < stored.length ? (policy?.version ?? null) : null;
    return { ...verdictOf(mode, rule), rule: { name: rule.name, policyVersion }, passed };
  }
  throw new InvariantViolation(`The last rule of mode ${mode} must match every decision`);
}

function verdictOf(
  mode: ClusterMode,
  { action }: Pick<ApprovalRule, 'action'>,
): Pick<PolicyVerdict, 'verdict' | 'ask'> {
  if (mode === 'observe') return { verdict: { kind: 'ObserveOnly' }, ask: null };
  return actionVerdict(action);
}

function actionVerdict(action: RuleAction): Pick<PolicyVerdict, 'verdict' | 'ask'> {
  switch (action.kind) {
    case 'Auto':
      return { verdict: { kind: 'Auto' }, ask: null };
    case 'Deny':
      return { verdict: { kind: 'Denied' }, ask: null };
    case 'Ask': {
      const { kind: _, ...ask } = action;
      return { verdict: { kind: 'NeedsApproval', approvals: ask.approvals }, ask };
    }
    default:
      return assertNever(action);
  }
}
