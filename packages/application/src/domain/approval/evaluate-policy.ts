import { assertNever, InvariantViolation } from '@kerf/core';
import type { ApprovalVerdict, ClusterMode } from '@kerf/engine';
import type { ApprovalFacts } from './approval-facts.js';
import type {
  ApprovalPolicy,
  ApprovalRule,
  AskRequirement,
  MatchedRule,
  PassedRule,
  RuleAction,
  StandingApproval,
} from './approval-policy.js';
import { type MatchTime, whyNoMatch } from './match-rule.js';
import { presetRules } from './preset-rules.js';
import { describeApprovers, isListed, type ListedPerson } from './review.js';

/** Whether a decision needs approvals, and the rule that says so. */
export interface PolicyVerdict {
  readonly verdict: ApprovalVerdict;
  /** `null` unless approvals are required. */
  readonly ask: AskRequirement | null;
  readonly rule: MatchedRule;
  /** The rules before it, in their order, and why they do not match. */
  readonly passed: readonly PassedRule[];
}

/** The policy in force: the mode of the cluster and the stored rules. */
export interface PolicyInForce {
  readonly mode: ClusterMode;
  /** `null` while no policy is stored. */
  readonly policy: Pick<ApprovalPolicy, 'version' | 'rules'> | null;
  /** The use of the policy's standing approvals; by default, each is a rule. */
  readonly useOf?: (standing: StandingApproval) => StandingUse;
}

/** The use of a standing approval: a rule, one approval of its maker, or nothing. */
export type StandingUse =
  | { readonly kind: 'Rule' }
  | { readonly kind: 'Approval'; readonly person: ListedPerson }
  | { readonly kind: 'None'; readonly why: string };

/**
 * Returns what the policy says about a decision. The stored rules come first, then those of the
 * cluster's mode, of which one always matches. In mode `observe` nothing is executed, whatever the
 * rules say.
 */
export function evaluatePolicy(
  { mode, policy, useOf }: PolicyInForce,
  facts: ApprovalFacts,
  time: MatchTime,
): PolicyVerdict {
  const stored = mode === 'observe' ? [] : (policy?.rules ?? []);
  const passed: PassedRule[] = [];
  for (const [index, rule] of [...stored, ...presetRules(mode, facts)].entries()) {
    const after = () => {
      const rules = stored.slice(index + 1);
      const rest = { version: policy?.version ?? 0, rules };
      return evaluatePolicy({ mode, policy: rest, ...(useOf && { useOf }) }, facts, time);
    };
    const why = whyNoMatch(rule, facts, time) ?? whyNotUsed(rule, useOf, after);
    if (why !== null) {
      passed.push({ name: rule.name, why });
      continue;
    }
    const policyVersion = index < stored.length ? (policy?.version ?? null) : null;
    const { name, standing } = rule;
    const matched = { name, policyVersion, ...(standing?.maker && { maker: standing.maker }) };
    return { ...verdictOf(mode, rule), rule: matched, passed };
  }
  throw new InvariantViolation(`The last rule of mode ${mode} must match every decision`);
}

/** Returns why a rule does not decide although it matches; `null` if it does. */
function whyNotUsed(
  { standing }: ApprovalRule,
  useOf: PolicyInForce['useOf'],
  after: () => PolicyVerdict,
): string | null {
  if (standing === undefined || useOf === undefined) return null;
  const use = useOf(standing);
  if (use.kind === 'Rule') return null;
  return use.kind === 'None' ? use.why : whyNotEnough(after(), use.person);
}

/** Returns why one approval of a person does not replace what the rules after it ask for. */
function whyNotEnough({ verdict, ask, rule }: PolicyVerdict, person: ListedPerson): string | null {
  if (verdict.kind === 'Denied') return `the rule ${rule.name} denies it`;
  if (ask === null) return `the rule ${rule.name} asks for no approval`;
  if (ask.approvals > 1) return `the rule ${rule.name} asks for ${ask.approvals} approvals`;
  return isListed(ask.from, person)
    ? null
    : `the rule ${rule.name} asks for approvals of ${describeApprovers(ask.from)}`;
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
