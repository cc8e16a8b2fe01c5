import { personBehind } from '../access/person-behind.js';
import { type PersonNow, personNow, teamNames } from '../access/person-now.js';
import type { ReviewerIdentity } from '../domain/approval/review.js';
import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';

type Stores = Pick<Repositories, 'access' | 'identity' | 'trustRules'>;

/**
 * Returns the caller with the names of its teams. A token counts as the user behind it, with this
 * user's name, roles and teams: a user who reviews with a token, or with a token that this token or
 * a trust rule of theirs created, is one person, and the name of a token means nothing.
 */
export async function reviewerOf(stores: Stores, caller: Principal): Promise<ReviewerIdentity> {
  const { kind, id, name, roles, teams } = caller;
  if (kind === 'User') {
    return { kind, id, name, roles, teams: await teamNames(stores, teams), personName: name };
  }
  const creatorId = await personBehind(stores, { kind, id });
  const person = await personNow(stores, creatorId);
  if (person === null) return { kind, id, name, creatorId, roles, teams: [], personName: null };
  return { ...(await reviewerAs(stores, { kind, id, name }, person)), creatorId };
}

/** Returns a reviewer who counts as this person. */
export async function reviewerAs(
  stores: Pick<Repositories, 'access'>,
  { kind, id, name }: Pick<Principal, 'kind' | 'id' | 'name'>,
  person: PersonNow,
): Promise<ReviewerIdentity> {
  const { roles, teams } = person.access;
  const names = await teamNames(stores, teams);
  return { kind, id, name, creatorId: person.id, roles, teams: names, personName: person.name };
}
