import type { FieldProblem, TrustRuleId } from '@kerf/core';
import { personBehind } from '../access/person-behind.js';
import { type ExpectedVersion, isExpectedVersion } from '../domain/expected-version.js';
import type { Principal } from '../domain/identity/principal.js';
import type { TrustRule } from '../domain/identity/trust-rule.js';
import { httpUrlProblem } from '../domain/text/http-url.js';
import { isPlain } from '../domain/text/name-problem.js';
import type { Repositories } from '../ports/store.js';
import { auditWrite } from '../recording/audit.js';
import {
  type AccessOutcome,
  changed,
  factsForChange,
  refuseExcess,
  refuseNonAdmin,
  roleProblems,
} from './access-change.js';
import { auditRevocations } from './api-tokens.js';
import { endStandingApprovals } from './end-standing-approvals.js';
import type { SignInPorts } from './sign-in.js';

/** The terms of a trust rule. */
export type TrustRuleTerms = Pick<
  TrustRule,
  'name' | 'issuer' | 'audience' | 'conditions' | 'role' | 'scope' | 'lifetimeSeconds'
>;

/** The input of the creation of a trust rule. */
export interface TrustRuleInput extends TrustRuleTerms {
  readonly requestId: string | null;
}

/** Bounds of a rule's fields. */
export const trustRuleLimits = {
  nameLength: 100,
  textLength: 500,
  conditions: 20,
  shortestSeconds: 60,
  longestSeconds: 3_600,
} as const;

/** Creates a trust rule. Nobody can give workloads more rights than they have. */
export async function createTrustRule(
  ports: SignInPorts,
  principal: Principal,
  { requestId, ...terms }: TrustRuleInput,
): Promise<AccessOutcome<TrustRule>> {
  return ports.store.transaction(async (tx) => {
    const refusal = await refusalOf(tx, principal, terms);
    if (refusal !== null) return refusal;
    const rule: TrustRule = {
      ...terms,
      id: ports.ids.next('tru'),
      createdAt: ports.clock.now(),
      createdBy: principal.name,
      creatorId: await personBehind(tx, principal),
      version: 1,
    };
    await tx.trustRules.insert(rule);
    await auditWrite(ports, tx, principal, {
      action: 'trust-rule.create',
      object: objectOf(rule),
      after: terms,
      requestId,
    });
    return changed(rule);
  });
}

/** Changes a trust rule. Tokens that it has issued stay valid until they expire. */
export async function updateTrustRule(
  ports: SignInPorts,
  principal: Principal,
  input: TrustRuleInput & { readonly id: TrustRuleId; readonly expectedVersion: ExpectedVersion },
): Promise<AccessOutcome<TrustRule>> {
  const { requestId, id, expectedVersion, ...terms } = input;
  return ports.store.transaction(async (tx) => {
    const refusal = await refusalOf(tx, principal, terms);
    if (refusal !== null) return refusal;
    const before = await tx.trustRules.find(id);
    if (before === null) return notFound(id);
    const stale = { kind: 'Stale', message: `Trust rule ${before.name} has changed.` } as const;
    if (!isExpectedVersion(before.version, expectedVersion)) return stale;
    const saved = await tx.trustRules.save({
      ...before,
      ...terms,
      // Whoever changes the terms gives the rights from now on.
      creatorId: await personBehind(tx, principal),
    });
    if (saved === null) return stale;
    await auditWrite(ports, tx, principal, {
      action: 'trust-rule.update',
      object: objectOf(saved),
      before: termsOf(before),
      after: terms,
      requestId,
    });
    return changed(saved);
  });
}

/** Trust rule to delete. */
export interface DeleteTrustRuleInput {
  readonly id: TrustRuleId;
  /** The version that the caller saw. */
  readonly expectedVersion: ExpectedVersion;
  readonly requestId: string | null;
}

/** Deletes a trust rule and revokes the tokens that it has issued. */
export async function deleteTrustRule(
  ports: SignInPorts,
  principal: Principal,
  { id, expectedVersion, requestId }: DeleteTrustRuleInput,
): Promise<AccessOutcome<TrustRule>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  return ports.store.transaction(async (tx) => {
    const rule = await tx.trustRules.find(id);
    if (rule === null) return notFound(id);
    if (!isExpectedVersion(rule.version, expectedVersion)) {
      return { kind: 'Stale', message: `Trust rule ${rule.name} has changed.` };
    }
    if (!(await tx.trustRules.remove(id))) return notFound(id);
    await auditWrite(ports, tx, principal, {
      action: 'trust-rule.delete',
      object: objectOf(rule),
      before: termsOf(rule),
      requestId,
    });
    const revoked = await tx.identity.revokeTokensOf(id, ports.clock.now());
    await auditRevocations(ports, tx, principal, { revoked, cause: rule, requestId });
    const makers = revoked.map((token) => token.id);
    const end = { makers, cause: rule, owner: null, principal, requestId };
    await endStandingApprovals(ports, tx, end);
    return changed(rule);
  });
}

async function refusalOf(tx: Repositories, principal: Principal, terms: TrustRuleTerms) {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  const facts = await factsForChange(tx);
  const problems = [...problemsOf(terms), ...(await roleProblems(tx, terms, facts))];
  if (problems.length > 0) return { kind: 'Invalid', problems } as const;
  return refuseExcess(principal, terms, facts);
}

function problemsOf(terms: TrustRuleTerms): readonly FieldProblem[] {
  const { nameLength, textLength, conditions, shortestSeconds, longestSeconds } = trustRuleLimits;
  const { name, audience, issuer, lifetimeSeconds } = terms;
  const problems: FieldProblem[] = [];
  const check = (isRight: boolean, path: string, message: string): void => {
    if (!isRight) problems.push({ path, message });
  };
  check(
    isText(name, nameLength),
    'name',
    `must have 1 to ${nameLength} characters, and no control characters`,
  );
  check(
    isText(issuer, textLength),
    'issuer',
    `must have 1 to ${textLength} characters, and no control characters`,
  );
  check(
    isText(audience, textLength),
    'audience',
    `must have 1 to ${textLength} characters, and no control characters`,
  );
  const issuerProblem = issuer === '' ? null : httpUrlProblem(issuer);
  if (issuerProblem !== null) check(false, 'issuer', issuerProblem);
  const isWhole = Number.isInteger(lifetimeSeconds);
  const isInRange = lifetimeSeconds >= shortestSeconds && lifetimeSeconds <= longestSeconds;
  const range = `must be ${shortestSeconds} to ${longestSeconds}`;
  check(isWhole && isInRange, 'lifetimeSeconds', range);
  const count = terms.conditions.length;
  const needed = 'must have 1 to 20 conditions: an issuer has workloads of many companies';
  check(count >= 1 && count <= conditions, 'conditions', needed);
  return [...problems, ...conditionProblems(terms)];
}

function conditionProblems({ conditions }: TrustRuleTerms): readonly FieldProblem[] {
  const { textLength } = trustRuleLimits;
  return conditions.flatMap(({ claim, operator, value }, index) => {
    const path = `conditions.${index}`;
    if (!isText(claim, textLength)) return [{ path: `${path}.claim`, message: missingText }];
    if (!isText(value, textLength)) return [{ path: `${path}.value`, message: missingText }];
    const isAny = operator === 'Glob' && /^\**$/.test(value);
    const message = 'must not match every value';
    return isAny ? [{ path: `${path}.value`, message }] : [];
  });
}

const missingText = 'is missing, too long, or has control characters';

const isText = (text: string, longest: number): boolean =>
  text !== '' && text.trim() === text && text.length <= longest && isPlain(text);

const notFound = (id: TrustRuleId) =>
  ({ kind: 'NotFound', message: `Trust rule ${id} not found.` }) as const;

const objectOf = ({ id, name }: TrustRule) => ({ kind: 'TrustRule', id, name }) as const;

function termsOf(rule: TrustRule): TrustRuleTerms {
  const { name, issuer, audience, conditions, role, scope, lifetimeSeconds } = rule;
  return { name, issuer, audience, conditions, role, scope, lifetimeSeconds };
}
