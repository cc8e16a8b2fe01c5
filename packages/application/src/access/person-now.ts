import { organizationAdmin } from '../domain/identity/access.js';
import type { CallerAccess } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { accessOfRule, accessOfToken, accessOfUser, serverOperator } from './access-of.js';

/** A person, and what this person may do now. */
export interface PersonNow {
  readonly id: string;
  /** `null` for a token whose person is unknown, so that its name is not taken for a user's. */
  readonly name: string | null;
  readonly access: CallerAccess;
}

/**
 * Returns the person with this ID as of now: a user, the operator on the server, or a token or trust
 * rule from before makers were recorded, which counts as a person of its own. `null` for a user who is
 * disabled or deleted, for a token that is revoked, and for a rule that is deleted.
 */
export async function personNow(
  stores: Pick<Repositories, 'identity' | 'access' | 'trustRules'>,
  id: string,
): Promise<PersonNow | null> {
  if (id === serverOperator.id) return { id, name: id, access: organizationAdmin };
  const user = await stores.identity.findUser(id);
  if (user !== null) {
    if (user.disabledAt !== null) return null;
    return { id, name: user.name, access: await accessOfUser(stores, user) };
  }
  const rule = id.startsWith('tru_') ? await stores.trustRules.find(id) : null;
  if (rule !== null) return { id, name: null, access: await accessOfRule(stores, rule) };
  const token = await stores.identity.findToken(id);
  if (token === null || token.revokedAt !== null) return null;
  return { id, name: null, access: await accessOfToken(stores, token) };
}

/** Returns the names of the teams with these IDs. */
export async function teamNames(
  { access }: Pick<Repositories, 'access'>,
  ids: readonly string[],
): Promise<readonly string[]> {
  if (ids.length === 0) return [];
  return (await access.teams()).flatMap(({ id, name }) => (ids.includes(id) ? [name] : []));
}
