import type { Store } from '@kerf/application';
import { aUser } from '@kerf/testing';

/** Stores the administrator `usr_<name>`, unless another simulation with this database has. */
export async function storeAdministrator(
  { identity, access }: Pick<Store, 'identity' | 'access'>,
  name: string,
): Promise<void> {
  const id = `usr_${name}`;
  if ((await identity.findUser(id)) !== null) return;
  await identity.insertUser(aUser({ id, name }), null);
  await access.insertBinding({
    id: `rbi_${name}`,
    subject: { kind: 'User', id },
    role: 'admin',
    scope: { kind: 'Organization' },
    effect: 'Allow',
    createdAt: 0,
    createdBy: 'cli',
  });
}
