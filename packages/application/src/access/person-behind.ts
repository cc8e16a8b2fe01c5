import type { Principal } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';

/** Returns the ID of the user behind a caller; `null` if none was recorded. */
export async function personBehind(
  stores: Pick<Repositories, 'identity' | 'trustRules'>,
  { kind, id }: Pick<Principal, 'kind' | 'id'>,
): Promise<string | null> {
  if (kind === 'User') return id;
  const seen = new Set<string>();
  let creatorId: string | null = id;
  while (creatorId !== null && !seen.has(creatorId)) {
    seen.add(creatorId);
    const made = await findMade(stores, creatorId);
    if (made === null) break;
    creatorId = made.creatorId;
  }
  return creatorId;
}

/** Returns the token or the trust rule with this ID. */
const findMade = (
  { identity, trustRules }: Pick<Repositories, 'identity' | 'trustRules'>,
  id: string,
): Promise<{ readonly creatorId: string | null } | null> =>
  id.startsWith('tru_') ? trustRules.find(id) : identity.findToken(id);
