import { type AccessFacts, userAccess } from '../access/access-of.js';
import type { Approvers } from '../domain/approval/approval-policy.js';
import type { CountApprovers } from '../domain/approval/check-policy.js';
import { isAnyone, isListed } from '../domain/approval/review.js';
import { roleOf } from '../domain/identity/grants-of.js';
import type { User } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';

/** Reads who may approve decisions now, to compare it with how many approvals rules ask for. */
export async function readApprovers({
  access,
  identity,
}: Pick<Repositories, 'access' | 'identity'>): Promise<CountApprovers> {
  const [roles, bindings, teams, users] = await Promise.all([
    access.roles(),
    access.bindings(),
    access.teams(),
    identity.listUsers(),
  ]);
  const facts: AccessFacts = { roles, bindings, teams };
  const people = users
    .filter(({ disabledAt }) => disabledAt === null)
    .flatMap((user) => personOf(facts, user));
  return (lists) => ({
    people: people.filter((person) => lists.some((list) => isListed(list, person))).length,
    mayBeMore: lists.some((list) => listsGroup(list, facts)),
  });
}

interface Person {
  readonly name: string;
  readonly roles: readonly string[];
  /** Names of teams. */
  readonly teams: readonly string[];
}

/** Nobody for a user who may approve no decision. */
function personOf(facts: AccessFacts, user: User): readonly Person[] {
  const { grants, roles, teams } = userAccess(facts, user);
  const mayApprove = grants.some(
    ({ effect, actions }) => effect === 'Allow' && actions.includes('decision.approve'),
  );
  if (!mayApprove) return [];
  const names = facts.teams.flatMap(({ id, name }) => (teams.includes(id) ? [name] : []));
  return [{ name: user.name, roles, teams: names }];
}

/** The members of a group of the identity provider are known only after they have signed in. */
function listsGroup(list: Approvers, { roles, bindings, teams }: AccessFacts): boolean {
  const byRole = bindings.some(({ subject, effect, role }) => {
    if (subject.kind !== 'Group' || effect !== 'Allow') return false;
    const found = roleOf(role, roles);
    if (found === null || !found.actions.includes('decision.approve')) return false;
    return isAnyone(list) || list.roles.includes(found.name);
  });
  const byTeam = teams.some(
    ({ name, members }) =>
      list.teams.includes(name) && members.some(({ kind }) => kind === 'Group'),
  );
  return byRole || byTeam;
}
