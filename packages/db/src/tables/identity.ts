import type { ApiToken, SessionRecord, User } from '@kerf/application';
import { instant, text, texts } from './columns.js';
import { identifiedBy, none, table } from './table.js';

/** A user to insert. */
interface WrittenUser extends User {
  readonly passwordHash: string | null;
}

export const users = table({
  name: 'users',
  identity: identifiedBy('User', 'id'),
  fixed: {
    id: text,
    name: text,
    passwordHash: text.nullable(),
    createdAt: instant,
    groups: texts,
    disabledAt: instant.nullable(),
    lastSignInAt: instant.nullable(),
  },
  changing: {},
  unread: none,
  toRow: ({ hasPassword: _, ...user }: WrittenUser) => user,
  fromRow: ({ passwordHash, ...user }): User => ({ ...user, hasPassword: passwordHash !== null }),
});

export const sessions = table({
  name: 'sessions',
  identity: identifiedBy('Session', 'id'),
  fixed: {
    id: text,
    digest: text,
    userId: text,
    address: text.nullable(),
    createdAt: instant,
    expiresAt: instant,
  },
  changing: {},
  unread: none,
  toRow: (session: SessionRecord) => session,
  fromRow: (row): SessionRecord => row,
});

/** A token to insert. */
interface WrittenToken extends ApiToken {
  readonly digest: string;
}

export const apiTokens = table({
  name: 'api_tokens',
  identity: identifiedBy('ApiToken', 'id'),
  fixed: {
    id: text,
    name: text,
    createdAt: instant,
    createdBy: text,
    creatorId: text.nullable(),
    expiresAt: instant,
    lastUsedAt: instant.nullable(),
    revokedAt: instant.nullable(),
    rotatedAt: instant.nullable(),
    previousSecretUntil: instant.nullable(),
  },
  changing: {},
  unread: { fixed: { digest: text }, changing: {} },
  toRow: (token: WrittenToken) => token,
  fromRow: (row): ApiToken => row,
});
