import type { DecisionId, Instant } from '@kerf/core';
import type { ApprovalFacts } from './approval-facts.js';
import type { AskRequirement, MatchedRule, PassedRule, Person } from './approval-policy.js';
import type { PlanBasis } from './plan-basis.js';

/** Verdict of the approval policy on a decision, and the requests of people since. */
export interface DecisionApproval {
  readonly facts: ApprovalFacts;
  readonly rule: MatchedRule;
  readonly passed: readonly PassedRule[];
  /** `null` unless approvals are required. */
  readonly ask: AskRequirement | null;
  /** The nodes, pods and state that an approval covers. */
  readonly basis: PlanBasis;
  /** Digest of {@link basis}, which approvals name. */
  readonly planDigest: string;
  /** `null` until approvals are requested. */
  readonly requestedAt: Instant | null;
  readonly remindedAt: Instant | null;
  readonly escalatedAt: Instant | null;
  /** Execution starts only inside it; `null` for at once. */
  readonly window: MaintenanceWindow | null;
  /** A plan without some of its nodes that a person has asked for and that is not made yet. */
  readonly exclusion: Exclusion | null;
  /** The execution against the policy or the mode; absent if there is none. */
  readonly breakGlass?: BreakGlass;
  /** Set in a plan that a person has changed. */
  readonly edit: (Exclusion & { readonly replaces: DecisionId }) | null;
}

/** The period in which an approved decision may start. */
export interface MaintenanceWindow {
  readonly from: Instant;
  readonly until: Instant;
}

/**
 * Causes that an execution by break-glass overrides: missing approvals, a denial, or the mode
 * `observe`.
 */
export const breakGlassCauses = ['Approvals', 'Denial', 'Observe'] as const;
/** One of {@link breakGlassCauses}. */
export type BreakGlassCause = (typeof breakGlassCauses)[number];

/** An execution against the policy, or against the mode of the cluster. */
export interface BreakGlass {
  readonly overrides: BreakGlassCause;
  readonly at: Instant;
  readonly by: Person;
  /** The person behind `by`: with a token, the user who made it. */
  readonly personId: string;
}

/** Nodes that a person took out of a plan. */
export interface Exclusion {
  readonly by: Person;
  /** The person behind `by`: with a token, the user who made it. */
  readonly personId: string;
  /** IDs of other people who changed the plan before; absent if nobody did. */
  readonly earlierIds?: readonly string[];
  readonly nodeNames: readonly string[];
}

/** Returns the IDs of all people who changed a plan; none for a plan of Kerf. */
export const editorsOf = (
  edit: Pick<Exclusion, 'personId' | 'earlierIds'> | null | undefined,
): readonly string[] =>
  edit === null || edit === undefined ? [] : [edit.personId, ...(edit.earlierIds ?? [])];

/**
 * Returns the period that all maintenance windows have in common; `null` if none is given, `Disjoint` if
 * there is no such period.
 */
export function commonWindow(
  windows: readonly (MaintenanceWindow | null)[],
): MaintenanceWindow | 'Disjoint' | null {
  const given = windows.filter((window) => window !== null);
  if (given.length === 0) return null;
  const from = Math.max(...given.map((window) => window.from));
  const until = Math.min(...given.map((window) => window.until));
  return from < until ? { from, until } : 'Disjoint';
}

/** Returns the window of approvals; the newest one for approvals from before they had to overlap. */
export function windowOf(
  approvals: readonly { readonly window: MaintenanceWindow | null }[],
): MaintenanceWindow | null {
  const windows = approvals.map(({ window }) => window);
  const common = commonWindow(windows);
  return common === 'Disjoint' ? (windows.findLast((window) => window !== null) ?? null) : common;
}
