import type { BuiltInRole } from '../domain/identity/access-action.js';
import type { Principal, User } from '../domain/identity/principal.js';
import { nameProblem } from '../domain/text/name-problem.js';
import { auditWrite } from '../recording/audit.js';
import { type SignInPorts, signInLinkTtlMs } from './sign-in.js';

/** The result of a user creation. */
export type CreateUserOutcome =
  | { readonly kind: 'Created'; readonly user: User }
  | { readonly kind: 'Invalid'; readonly message: string };

const maxNameLength = 200;

/**
 * Creates a user with a role in the whole organization, by default `admin`. `null` gives none.
 * @throws STATE.CONFLICT when the name is taken
 */
export async function createUser(
  ports: SignInPorts,
  principal: Principal,
  input: {
    readonly name: string;
    readonly role?: BuiltInRole | null;
    readonly requestId: string | null;
  },
): Promise<CreateUserOutcome> {
  const { name, role = 'admin', requestId } = input;
  const problem = nameProblem(name, maxNameLength);
  if (problem !== null) return { kind: 'Invalid', message: `A user name ${problem}.` };
  const id = ports.ids.next('usr');
  const user: User = {
    id,
    name,
    hasPassword: false,
    createdAt: ports.clock.now(),
    groups: [],
    disabledAt: null,
    lastSignInAt: null,
  };
  await ports.store.transaction(async (tx) => {
    await tx.identity.insertUser(user, null);
    if (role !== null) {
      await tx.access.insertBinding({
        id: ports.ids.next('rbi'),
        subject: { kind: 'User', id },
        role,
        scope: { kind: 'Organization' },
        effect: 'Allow',
        createdAt: user.createdAt,
        createdBy: principal.name,
      });
    }
    await auditWrite(ports, tx, principal, {
      action: 'user.create',
      object: { kind: 'User', id, name },
      after: { role },
      requestId,
    });
  });
  return { kind: 'Created', user };
}

/**
 * Creates a one-time sign-in link for a user.
 * @returns its secret; `null` when there is no such user
 */
export async function createSignInLink(
  ports: SignInPorts,
  principal: Principal,
  input: { readonly userName: string; readonly requestId: string | null },
): Promise<string | null> {
  const secret = ports.secrets.create('kerf_link');
  const expiresAt = ports.clock.now() + signInLinkTtlMs;
  return ports.store.transaction(async (tx) => {
    const found = await tx.identity.findUserByName(input.userName);
    if (found === null) return null;
    const { id, name } = found.user;
    const digest = ports.secrets.digest(secret);
    await tx.identity.insertSignInLink({ digest, userId: id, expiresAt });
    await auditWrite(ports, tx, principal, {
      action: 'sign-in-link.create',
      object: { kind: 'User', id, name },
      after: { expiresAt },
      requestId: input.requestId,
    });
    return secret;
  });
}
