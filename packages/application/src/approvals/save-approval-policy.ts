import { canonicalJson, type FieldProblem, type Instant } from '@kerf/core';
import type {
  ApprovalPolicy,
  ApprovalRule,
  StandingMaker,
} from '../domain/approval/approval-policy.js';
import { approverNotes, policyNotes, policyProblems } from '../domain/approval/check-policy.js';
import { personIdOf } from '../domain/approval/review.js';
import { type KnownNames, unmatchedNotes } from '../domain/approval/unmatched-rules.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Ports } from '../ports/ports.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import { readApprovers } from './count-approvers.js';
import { storePolicy } from './insert-policy.js';
import { reviewerOf } from './reviewer-of.js';

/** The rules to save. */
export interface SavePolicyInput {
  readonly rules: readonly ApprovalRule[];
  /** The version that the change is based on; 0 while no policy is stored. */
  readonly expectedVersion: ExpectedVersion;
  readonly comment: string | null;
  /** The version whose rules these are; `null` for written rules. */
  readonly restoredFrom: number | null;
  /** Checks the rules only. */
  readonly dryRun: boolean;
  readonly requestId: string | null;
}

/** The result of saving a policy; without a `Saved` nothing was changed. */
export type SavePolicyOutcome =
  | {
      readonly kind: 'Saved' | 'Checked';
      readonly policy: ApprovalPolicy;
      readonly notes: readonly string[];
    }
  | { readonly kind: 'Invalid'; readonly problems: readonly FieldProblem[] }
  | { readonly kind: 'Stale'; readonly version: number };

/** The ports that changes of the policy need. */
export type PolicyPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'localTime'>;

/**
 * Saves rules as the next version of the approval policy. Decisions that await approval are
 * compared with it at the next evaluation of their cluster.
 */
export function saveApprovalPolicy(
  ports: PolicyPorts,
  principal: Principal,
  input: SavePolicyInput,
): Promise<SavePolicyOutcome> {
  return ports.store.transaction(async (tx) => {
    const current = await tx.approvalPolicies.current();
    const version = current?.version ?? 0;
    if (!isExpectedVersion(version, input.expectedVersion)) return { kind: 'Stale', version };
    const { comment, restoredFrom, requestId } = input;
    const maker = { id: principal.id, personId: personIdOf(await reviewerOf(tx, principal)) };
    const rules = withMakers(input.rules, current?.rules ?? [], maker);
    const { problems, notes } = await checkRules(ports, tx, rules);
    if (problems.length > 0) return { kind: 'Invalid', problems };
    const { kind, id, name } = principal;
    const policy: ApprovalPolicy = {
      version: version + 1,
      rules,
      savedAt: ports.clock.now(),
      savedBy: { kind, id, name },
      comment,
      restoredFrom,
    };
    if (input.dryRun) return { kind: 'Checked', policy, notes };
    if (!(await storePolicy(tx, policy))) return { kind: 'Stale', version: version + 1 };
    await auditWrite(ports, tx, principal, {
      action: restoredFrom === null ? 'approval-policy.save' : 'approval-policy.restore',
      object: { kind: 'ApprovalPolicy', id: 'approval-policy', name: 'approval policy' },
      comment,
      ...(current !== null && { before: { version, rules: current.rules } }),
      after: { version: policy.version, rules, ...(restoredFrom !== null && { restoredFrom }) },
      requestId,
    });
    return { kind: 'Saved', policy, notes };
  });
}

type RuleStores = Pick<Repositories, 'identity' | 'access' | 'clusters' | 'definitions'>;
/**
 * Returns the rules with the makers of their standing approvals: one that is in force and stays as it
 * is keeps its maker, as does one that is restored; another one is made by whoever saves it.
 */
function withMakers(
  rules: readonly ApprovalRule[],
  current: readonly ApprovalRule[],
  maker: StandingMaker,
): readonly ApprovalRule[] {
  return rules.map((rule) => {
    if (rule.standing === undefined || rule.standing.maker !== undefined) return rule;
    const same = current.find((other) => termsOf(other) === termsOf(rule));
    return { ...rule, standing: { ...rule.standing, maker: same?.standing?.maker ?? maker } };
  });
}

const termsOf = ({ name, match, action, standing }: ApprovalRule): string =>
  canonicalJson([name, match, action, standing?.until ?? null, standing?.owner ?? null]);

/** Problems of rules, and notes about them. */
export interface CheckedRules {
  readonly problems: readonly FieldProblem[];
  readonly notes: readonly string[];
}

/** Checks rules, with the people, teams, clusters and NodePools that exist now. */
export async function checkRules(
  { clock, localTime }: Pick<Ports, 'clock' | 'localTime'>,
  stores: RuleStores,
  rules: readonly ApprovalRule[],
): Promise<CheckedRules> {
  const context = {
    now: clock.now(),
    localTimeOf: (at: Instant, timeZone: string) => localTime.at(at, timeZone),
    approversOf: await readApprovers(stores),
  };
  return {
    problems: policyProblems(rules, context),
    notes: [
      ...policyNotes(rules),
      ...unmatchedNotes(rules, { now: context.now, known: await readNames(stores, rules) }),
      ...approverNotes(rules, context),
    ],
  };
}

/** NodePools are read only for rules that list some. */
async function readNames(stores: RuleStores, rules: readonly ApprovalRule[]): Promise<KnownNames> {
  const clusters = await stores.clusters.list();
  const listsPools = rules.some(({ match }) => match.nodePools !== undefined);
  const pools = listsPools
    ? await Promise.all(clusters.map(({ id }) => stores.definitions.nodePools(id)))
    : [];
  return {
    clusters: clusters.map(({ name }) => name),
    nodePools: pools.flat().map(({ name }) => name),
    teams: (await stores.access.teams()).map(({ name }) => name),
  };
}
