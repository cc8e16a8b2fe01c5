import type { SignInRepository } from '@kerf/application';
import { AppError } from '@kerf/core';
import type { MemoryTables } from './memory-tables.js';

export function memorySignIn({
  externalIdentities,
  providerSessions,
  sessions,
  logoutTokens,
}: MemoryTables): SignInRepository {
  return {
    findExternalIdentity: async ({ issuer, subject }) =>
      externalIdentities.get(JSON.stringify([issuer, subject]))?.userId ?? null,
    externalIdentities: async () => externalIdentities.all(),
    isOfProvider: async (id) => externalIdentities.find(({ userId }) => userId === id) !== null,
    async linkExternalIdentity(link) {
      const key = JSON.stringify([link.issuer, link.subject]);
      if (externalIdentities.has(key)) {
        const message = 'This person of the identity provider is already linked to a user.';
        throw new AppError({ code: 'STATE.CONFLICT', message });
      }
      externalIdentities.set(key, link);
    },
    insertProviderSession: async (session) => providerSessions.set(session.sessionId, session),
    async findProviderSession(digest, now) {
      const session = sessions.find((row) => row.digest === digest && row.expiresAt > now);
      return session === null ? null : providerSessions.get(session.id);
    },
    async endProviderSessions({ issuer, subject, providerSessionId }) {
      const ended = providerSessions.where(
        (row) =>
          row.issuer === issuer &&
          (subject === null || row.subject === subject) &&
          (providerSessionId === null || row.providerSessionId === providerSessionId),
      );
      const ids = ended.map(({ sessionId }) => sessionId);
      const users = sessions.where(({ id }) => ids.includes(id)).map(({ userId }) => userId);
      sessions.deleteWhere(({ id }) => ids.includes(id));
      providerSessions.deleteWhere(({ sessionId }) => ids.includes(sessionId));
      return [...new Set(users)];
    },
    async takeLogoutToken(token, now) {
      logoutTokens.deleteWhere(({ expiresAt }) => expiresAt <= now);
      if (logoutTokens.has(token.digest)) return false;
      logoutTokens.set(token.digest, token);
      return true;
    },
  };
}
