import type { Instant } from '@kerf/core';
import { accessOfToken } from '../access/access-of.js';
import { personNow } from '../access/person-now.js';
import type { ApprovalPolicy } from '../domain/approval/approval-policy.js';
import { type ListedPerson, toListed } from '../domain/approval/review.js';
import type { CallerAccess } from '../domain/identity/principal.js';
import type { Repositories } from '../ports/store.js';
import { reviewerAs, reviewerOf } from './reviewer-of.js';

type Stores = Pick<Repositories, 'access' | 'identity' | 'trustRules'>;

/** The maker of a standing approval, as of now. */
export interface MakerNow extends Pick<CallerAccess, 'grants'> {
  /** The person behind it, as lists of approvers name people. */
  readonly person: ListedPerson;
}

/**
 * Returns the makers of the standing approvals that still have access: no user who is disabled or
 * deleted, and no token that is revoked or has expired.
 */
export async function makersOf(
  stores: Stores,
  { rules }: Pick<ApprovalPolicy, 'rules'>,
  now: Instant,
): Promise<ReadonlyMap<string, MakerNow>> {
  const ids = new Set(
    rules.flatMap(({ standing }) =>
      standing?.maker !== undefined && standing.until > now ? [standing.maker.id] : [],
    ),
  );
  const makers = new Map<string, MakerNow>();
  for (const id of ids) {
    const maker = await makerNow(stores, id, now);
    if (maker !== null) makers.set(id, maker);
  }
  return makers;
}

async function makerNow(stores: Stores, id: string, now: Instant): Promise<MakerNow | null> {
  const token = await stores.identity.findToken(id);
  if (token !== null) {
    if (token.revokedAt !== null || token.expiresAt <= now) return null;
    const access = await accessOfToken(stores, token);
    const caller = { kind: 'ApiToken', id, name: token.name, ...access } as const;
    return { grants: access.grants, person: toListed(await reviewerOf(stores, caller)) };
  }
  const user = await personNow(stores, id);
  if (user === null) return null;
  const caller = { kind: 'User', id, name: user.name ?? '' } as const;
  const person = toListed(await reviewerAs(stores, caller, user));
  return { grants: user.access.grants, person };
}
