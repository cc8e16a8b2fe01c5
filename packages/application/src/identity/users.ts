import type { FieldProblem } from '@kerf/core';
import type { BuiltInRole } from '../domain/identity/access-action.js';
import type { Principal, User } from '../domain/identity/principal.js';
import { nameProblem } from '../domain/text/name-problem.js';
import type { ExternalIdentityKey } from '../ports/sign-in-repository.js';
import { auditWrite } from '../recording/audit.js';
import { type AccessOutcome, changed, refuseNonAdmin } from './access-change.js';
import { type SignInPorts, signInLinkTtlMs } from './sign-in.js';

/** The fields of a new user. */
export interface CreateUserInput {
  readonly name: string;
  /** A role in the whole organization; `null` gives none. */
  readonly role: BuiltInRole | null;
  /** The person of an identity provider who signs in as this user; absent for a local user. */
  readonly externalIdentity?: ExternalIdentityKey | null;
  readonly requestId: string | null;
}

const maxNameLength = 200;
/** Source: OpenID Connect Core 1.0, section 2 (`sub`). */
const maxSubjectLength = 255;

/**
 * Creates a user without a credential: whoever creates it must not be able to act as a second person. A local
 * user signs in with a link of the server's operator, and a person of an identity provider there.
 * @throws STATE.CONFLICT when the name is taken, or the person signs in as another user
 */
export async function createUser(
  ports: SignInPorts,
  principal: Principal,
  input: CreateUserInput,
): Promise<AccessOutcome<User>> {
  const forbidden = refuseNonAdmin(principal);
  if (forbidden !== null) return forbidden;
  const problems = problemsOf(input);
  if (problems.length > 0) return { kind: 'Invalid', problems };
  const { name, role, externalIdentity = null, requestId } = input;
  const id = ports.ids.next('usr');
  const now = ports.clock.now();
  const user: User = {
    id,
    name,
    hasPassword: false,
    createdAt: now,
    groups: [],
    disabledAt: null,
    lastSignInAt: null,
  };
  await ports.store.transaction(async (tx) => {
    await tx.identity.insertUser(user, null);
    if (externalIdentity !== null) {
      await tx.signIn.linkExternalIdentity({ ...externalIdentity, userId: id, linkedAt: now });
    }
    if (role !== null) {
      await tx.access.insertBinding({
        id: ports.ids.next('rbi'),
        subject: { kind: 'User', id },
        role,
        scope: { kind: 'Organization' },
        effect: 'Allow',
        createdAt: now,
        createdBy: principal.name,
      });
    }
    await auditWrite(ports, tx, principal, {
      action: 'user.create',
      object: { kind: 'User', id, name },
      after: { role, ...externalIdentity },
      requestId,
    });
  });
  return changed(user);
}

function problemsOf({ name, externalIdentity }: CreateUserInput): readonly FieldProblem[] {
  const ofName = nameProblem(name, maxNameLength);
  const subject = externalIdentity?.subject ?? null;
  const ofSubject = subject === null ? null : nameProblem(subject, maxSubjectLength);
  return [
    ...(ofName === null ? [] : [{ path: 'name', message: ofName }]),
    ...(ofSubject === null ? [] : [{ path: 'externalIdentity.subject', message: ofSubject }]),
  ];
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
