import type { DurationMs, FieldProblem, Instant } from '@kerf/core';
import type {
  ApprovalRule,
  Approvers,
  AskRequirement,
  LocalTimeOf,
  Range,
} from './approval-policy.js';
import { describeApprovers } from './review.js';

/** Facts that are known when a policy is saved. */
export interface PolicyContext {
  readonly now: Instant;
  readonly localTimeOf: LocalTimeOf;
  readonly approversOf: CountApprovers;
}

/** Number of people on any of the lists who may approve decisions now. */
export type CountApprovers = (lists: readonly Approvers[]) => ApproverCount;

/** How many people can give an approval. */
export interface ApproverCount {
  readonly people: number;
  /** True if members of a group may be among them who have not signed in yet. */
  readonly mayBeMore: boolean;
}

/** Maximum number of rules of a policy. */
export const maxRules = 100;
/** Longest period of a standing approval. */
export const maxStandingMs: DurationMs = 31 * 86_400_000;
/** Most approvals that a rule may ask for. */
const maxApprovals = 10;

/**
 * Returns what is wrong with the rules: a rule that contradicts itself, can never match, or asks
 * for more approvals than there are people. Paths start at `rules`.
 */
export function policyProblems(
  rules: readonly ApprovalRule[],
  context: PolicyContext,
): readonly FieldProblem[] {
  if (rules.length > maxRules) {
    return [{ path: 'rules', message: `must have at most ${maxRules} rules` }];
  }
  const names = new Set<string>();
  const problems: FieldProblem[] = [];
  for (const [index, rule] of rules.entries()) {
    const at = (path: string, message: string) =>
      problems.push({ path: `rules.${index}${path}`, message });
    if (names.has(rule.name)) at('.name', `another rule is called ${rule.name}`);
    names.add(rule.name);
    matchProblems(rule, context, at);
    if (rule.action.kind === 'Ask') askProblems(rule.action, context, at);
    standingProblems(rule, context, at);
  }
  return problems;
}

/** Returns notes on rules that are allowed but have no effect. */
export function policyNotes(rules: readonly ApprovalRule[]): readonly string[] {
  const catchAll = rules.findIndex(
    ({ match, standing }) => standing === undefined && Object.keys(match).length === 0,
  );
  if (catchAll < 0) return [];
  return rules
    .slice(catchAll + 1)
    .map(({ name }) => `${name} never applies: ${rules[catchAll]?.name ?? ''} matches everything.`);
}

/** Returns notes on rules whose approvals only people can give who have not signed in yet. */
export function approverNotes(
  rules: readonly ApprovalRule[],
  { approversOf }: Pick<PolicyContext, 'approversOf'>,
): readonly string[] {
  return rules.flatMap(({ name, action }) => {
    if (action.kind !== 'Ask') return [];
    const { people, mayBeMore } = approversOf(listsOf(action));
    if (!mayBeMore || people >= action.approvals) return [];
    return [
      `${name} ${shortage(action, people)} now. Members of groups who have not signed in yet are not counted.`,
    ];
  });
}

type Report = (path: string, message: string) => void;

function matchProblems({ match }: ApprovalRule, { now, localTimeOf }: PolicyContext, at: Report) {
  for (const field of [
    'clusters',
    'nodePools',
    'teams',
    'kinds',
    'namespaces',
    'capacityTypes',
  ] as const) {
    if (match[field]?.length === 0) at(`.match.${field}`, 'lists nothing, so it never matches');
  }
  rangeProblem(match.savingMicroUsdPerHour, '.match.saving', at);
  rangeProblem(match.nodes, '.match.nodes', at);
  rangeProblem(match.pods, '.match.pods', at);
  const needsPods =
    match.singleReplica === true ||
    match.onlyPodWaits === true ||
    match.stateful === true ||
    match.persistentVolumes === true;
  if (match.pods?.max === 0 && (needsPods || match.namespaces !== undefined)) {
    at('.match.pods', 'must allow pods, because another condition is about pods');
  }
  const zone = match.schedule?.timeZone;
  if (zone !== undefined && localTimeOf(now, zone) === null) {
    at('.match.schedule.timeZone', `${zone} is no IANA time zone, such as Europe/Berlin`);
  }
}

function rangeProblem(range: Range | undefined, path: string, at: Report) {
  if (range?.min !== undefined && range.max !== undefined && range.min > range.max) {
    at(path, 'min must not be above max');
  }
}

function askProblems(ask: AskRequirement, { approversOf }: PolicyContext, at: Report) {
  const { approvals, escalation, expiresAfterMs, remindAfterMs } = ask;
  if (approvals < 1 || approvals > maxApprovals) {
    at('.approvals', `must be 1 to ${maxApprovals}`);
  } else {
    const { people, mayBeMore } = approversOf(listsOf(ask));
    if (approvals > people && !mayBeMore) at('.approvals', shortage(ask, people));
  }
  if (expiresAfterMs === null) return;
  if (remindAfterMs !== null && remindAfterMs >= expiresAfterMs) {
    at('.remindAfter', 'must be shorter than expiresAfter');
  }
  if (escalation !== null && escalation.afterMs >= expiresAfterMs) {
    at('.escalate.after', 'must be shorter than expiresAfter');
  }
}

const listsOf = ({ from, escalation }: AskRequirement): readonly Approvers[] =>
  escalation === null ? [from] : [from, escalation.to];

function shortage(ask: AskRequirement, people: number): string {
  const approvals = ask.approvals === 1 ? '1 approval' : `${ask.approvals} approvals`;
  const can = people === 1 ? '1 person' : people === 0 ? 'nobody' : `${people} people`;
  const whose = listsOf(ask).map(describeApprovers).join(' or ');
  return `asks for ${approvals}, but ${people === 0 ? '' : 'only '}${can} can approve (${whose})`;
}

function standingProblems({ standing, action }: ApprovalRule, { now }: PolicyContext, at: Report) {
  if (standing === undefined) return;
  if (action.kind !== 'Auto') at('.until', 'is only for rules with the action auto');
  if (standing.until > now + maxStandingMs) at('.until', 'must be at most 31 days away');
}
