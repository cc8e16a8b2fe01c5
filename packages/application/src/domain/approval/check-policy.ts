import type { DurationMs, FieldProblem, Instant } from '@kerf/core';
import type {
  ApprovalRule,
  Approvers,
  AskRequirement,
  LocalTimeOf,
  Range,
} from './approval-policy.js';

/** What is known when a policy is saved. */
export interface PolicyContext {
  readonly now: Instant;
  readonly localTimeOf: LocalTimeOf;
  /** Number of people who may approve decisions; `null` if it is not known. */
  readonly approvers: number | null;
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
    match.singleReplica === true || match.stateful === true || match.persistentVolumes === true;
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

function askProblems(ask: AskRequirement, { approvers }: PolicyContext, at: Report) {
  const { approvals, from, escalation, expiresAfterMs, remindAfterMs } = ask;
  if (approvals < 1 || approvals > maxApprovals) {
    at('.approvals', `must be 1 to ${maxApprovals}`);
  } else {
    const known = knownPeople(from);
    const reachable = escalation === null ? known : addPeople(known, knownPeople(escalation.to));
    const most = Math.min(reachable ?? Infinity, approvers ?? Infinity);
    if (approvals > most) {
      at('.approvals', `asks for ${approvals} approvals, but only ${most} can be given`);
    }
  }
  if (expiresAfterMs === null) return;
  if (remindAfterMs !== null && remindAfterMs >= expiresAfterMs) {
    at('.remindAfter', 'must be shorter than expiresAfter');
  }
  if (escalation !== null && escalation.afterMs >= expiresAfterMs) {
    at('.escalate.after', 'must be shorter than expiresAfter');
  }
}

/** Returns how many people are listed; `null` when a role or team may have any number. */
const knownPeople = ({ roles, teams, people }: Approvers): number | null =>
  roles.length + teams.length > 0 || people.length === 0 ? null : new Set(people).size;

const addPeople = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a + b;

function standingProblems({ standing, action }: ApprovalRule, { now }: PolicyContext, at: Report) {
  if (standing === undefined) return;
  if (action.kind !== 'Auto') at('.until', 'is only for rules with the action auto');
  if (standing.until > now + maxStandingMs) at('.until', 'must be at most 31 days away');
}
