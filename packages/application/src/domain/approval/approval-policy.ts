import { type DurationMs, type Instant, type MicroUsdPerHour } from '@kerf/core';
import { type Labels } from '@kerf/engine';

/** The rule that decides about a decision. */
export interface MatchedRule {
  readonly name: string;
  /** The version of the policy; `null` for a rule of the cluster's mode. */
  readonly policyVersion: number | null;
  /** Maker of a standing approval. */
  readonly maker?: StandingMaker;
}

/** A rule that does not match a decision. */
export interface PassedRule {
  readonly name: string;
  readonly why: string;
}

/** The kinds of decisions that a rule can match: the others remove what is lost already. */
export const approvableKinds = [
  'Deprovision',
  'Empty',
  'Consolidate',
  'Drift',
  'Expire',
  'Repair',
] as const;
/** One of {@link approvableKinds}. */
export type ApprovableKind = (typeof approvableKinds)[number];

/** Weekdays, as {@link LocalMoment} has them. */
export const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const;
/** One of {@link weekdays}. */
export type Weekday = (typeof weekdays)[number];

/** Rules that decide which decisions are executed at once, ask for approvals, or are denied. */
export interface ApprovalPolicy {
  /** Counts up from 1 with each save. */
  readonly version: number;
  /** Rules in order: the first one that matches decides. */
  readonly rules: readonly ApprovalRule[];
  readonly savedAt: Instant;
  readonly savedBy: Person;
  readonly comment: string | null;
  /** The version whose rules were restored; `null` for rules that were written. */
  readonly restoredFrom: number | null;
}

/** One rule of an approval policy. */
export interface ApprovalRule {
  /** Unique in its policy. */
  readonly name: string;
  /** All of its conditions must hold; without conditions the rule matches every decision. */
  readonly match: RuleMatch;
  readonly action: RuleAction;
  /** Set for a standing approval. */
  readonly standing?: StandingApproval;
}

/** An approval in advance of decisions that are alike, for a period. */
export interface StandingApproval {
  /** End of the rule. */
  readonly until: Instant;
  /** The name of who answers for it. */
  readonly owner: string;
  /** Absent for one from before makers were recorded. */
  readonly maker?: StandingMaker;
}

/** The maker of a standing approval, whose rights limit it each time that it is used. */
export interface StandingMaker {
  /** ID of the user or the token. */
  readonly id: string;
  /** The person behind it: with a token, the user who made it; `null` if unknown. */
  readonly personId: string | null;
}

/** The action for a decision that a rule matches. */
export type RuleAction =
  | { readonly kind: 'Auto' }
  | ({ readonly kind: 'Ask' } & AskRequirement)
  | { readonly kind: 'Deny' };

/** The approvals that a decision requires. */
export interface AskRequirement {
  /** Number of people who must approve. */
  readonly approvals: number;
  /** People who may approve, beside the right to approve decisions. */
  readonly from: Approvers;
  /** Time until it expires; `null` for the cluster's setting. */
  readonly expiresAfterMs: DurationMs | null;
  /** Time until a reminder is due; `null` for none. */
  readonly remindAfterMs: DurationMs | null;
  /** People who may approve too after `afterMs`; `null` for nobody. */
  readonly escalation: { readonly afterMs: DurationMs; readonly to: Approvers } | null;
}

/** People by role, team or name. All three empty: everyone who may approve decisions. */
export interface Approvers {
  readonly roles: readonly string[];
  readonly teams: readonly string[];
  readonly people: readonly string[];
}

/**
 * The conditions of a rule. An absent one always holds. A name may contain `*` and `?`. A condition
 * on what a decision may have several of (NodePools, teams, namespaces, capacity types) holds for
 * `Ask` and `Deny` if one of them is listed, and for `Auto` only if all are.
 */
export interface RuleMatch {
  readonly clusters?: readonly string[];
  readonly nodePools?: readonly string[];
  readonly teams?: readonly string[];
  readonly kinds?: readonly ApprovableKind[];
  /** An unknown saving is in no range. */
  readonly savingMicroUsdPerHour?: Range<MicroUsdPerHour>;
  readonly nodes?: Range;
  readonly pods?: Range;
  /** Whether the only pod of a workload moves. */
  readonly singleReplica?: boolean;
  /**
   * Whether the only pod of a workload waits, because its node goes before its replacement. An
   * `Auto` rule that does not name it does not match such a decision.
   */
  readonly onlyPodWaits?: boolean;
  /** Whether a pod of a StatefulSet moves. */
  readonly stateful?: boolean;
  /** Whether a pod with a persistent volume moves. */
  readonly persistentVolumes?: boolean;
  readonly namespaces?: readonly string[];
  /** Labels that a moved pod has, all of them; of every moved pod for `Auto`. */
  readonly podLabels?: Labels;
  readonly capacityTypes?: readonly string[];
  readonly schedule?: RuleSchedule;
}

/** A range with both ends included; an absent end is open. */
export interface Range<Value extends number = number> {
  readonly min?: Value;
  readonly max?: Value;
}

/** Weekdays and hours in a time zone. */
export interface RuleSchedule {
  /** An IANA name, such as `Europe/Berlin`. */
  readonly timeZone: string;
  /** Empty for every day. */
  readonly weekdays: readonly Weekday[];
  /** First hour, 0–23. */
  readonly fromHour: number;
  /** Hour at which it ends, 1–24. Not after `fromHour`: it ends on the next day. */
  readonly untilHour: number;
}

/** A time in a time zone. */
export interface LocalMoment {
  readonly weekday: Weekday;
  /** 0–23. */
  readonly hour: number;
}

/** Returns the local time in a time zone; `null` for an unknown zone. */
export type LocalTimeOf = (at: Instant, timeZone: string) => LocalMoment | null;

/** An actor: a user, or the token that acted. */
export interface Person {
  readonly kind: 'User' | 'ApiToken' | 'Kerf';
  readonly id: string;
  readonly name: string;
}

/** Everyone who may approve decisions. */
export const anyApprover: Approvers = { roles: [], teams: [], people: [] };
