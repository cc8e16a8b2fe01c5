import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';

/**
 * Returns the ID of the person behind a caller: the user, or the operator on the server. Where no user was
 * recorded, it is the first token or trust rule, and everything that it has created is the same person.
 */
export async function personBehind(
  stores: Pick<Repositories, 'identity' | 'trustRules'>,
  { kind, id }: Pick<Principal, 'kind' | 'id'>,
): Promise<string> {
  if (kind === 'User') return id;
  const seen = new Set<string>();
  let personId = id;
  while (!seen.has(personId)) {
    seen.add(personId);
    const made = await findMade(stores, personId);
    if (made === null || made.creatorId === null) break;
    personId = made.creatorId;
  }
  return personId;
}

/** Returns the token or the trust rule with this ID. */
const findMade = (
  { identity, trustRules }: Pick<Repositories, 'identity' | 'trustRules'>,
  id: string,
): Promise<{ readonly creatorId: string | null } | null> =>
  id.startsWith('tru_') ? trustRules.find(id) : identity.findToken(id);
