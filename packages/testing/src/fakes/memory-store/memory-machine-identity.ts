import type {
  DeviceAuthorizationRepository,
  TrustRule,
  TrustRuleRepository,
} from '@kerf/application';
import { AppError } from '@kerf/core';
import { byName } from './memory-table.js';
import type { MemoryTables } from './memory-tables.js';

export function memoryDevices({
  deviceAuthorizations,
}: MemoryTables): DeviceAuthorizationRepository {
  return {
    insert: async (authorization, codes) =>
      deviceAuthorizations.set(authorization.id, { authorization, codes }),
    findByUserCode: async (digest) =>
      deviceAuthorizations.find(({ codes }) => codes.userCode === digest)?.authorization ?? null,
    lockByDeviceCode: async (digest) =>
      deviceAuthorizations.find(({ codes }) => codes.deviceCode === digest)?.authorization ?? null,
    async decide(id, decision) {
      const found = deviceAuthorizations.get(id);
      if (found?.authorization.state !== 'Pending') return false;
      const authorization = { ...found.authorization, ...decision };
      deviceAuthorizations.set(id, { ...found, authorization });
      return true;
    },
    savePolling: async (authorization) =>
      deviceAuthorizations.updateWhere(
        (row) => row.authorization.id === authorization.id,
        (row) => ({ ...row, authorization }),
      ),
    denyConfirmedBy: async (userId) =>
      deviceAuthorizations.updateWhere(
        ({ authorization }) =>
          authorization.userId === userId && authorization.state === 'Approved',
        (row) => ({ ...row, authorization: { ...row.authorization, state: 'Denied' } }),
      ),
    removeExpired: async (before) =>
      deviceAuthorizations.deleteWhere(({ authorization }) => authorization.expiresAt < before),
  };
}

export function memoryTrustRules({
  trustRules,
  tokens,
  roleBindings,
}: MemoryTables): TrustRuleRepository {
  const refuseTakenName = ({ id, name }: TrustRule): void => {
    if (trustRules.find((rule) => rule.name === name && rule.id !== id) === null) return;
    throw new AppError({ code: 'STATE.CONFLICT', message: `Trust rule ${name} already exists.` });
  };
  return {
    list: async () => trustRules.all().toSorted(byName),
    find: async (id) => trustRules.get(id),
    hold: async (id) => trustRules.get(id),
    async insert(rule) {
      refuseTakenName(rule);
      trustRules.set(rule.id, rule);
    },
    async save(rule) {
      refuseTakenName(rule);
      if (trustRules.get(rule.id)?.version !== rule.version) return null;
      const saved = { ...rule, version: rule.version + 1 };
      trustRules.set(rule.id, saved);
      return saved;
    },
    remove: async (id) => trustRules.delete(id),
    async removeExpiredTokens(id, before) {
      const isOld = (token: { creatorId: string | null; expiresAt: number }): boolean =>
        token.creatorId === id && token.expiresAt < before;
      const ids = tokens.where(isOld).map((token) => token.id);
      roleBindings.deleteWhere(({ subject }) => ids.includes(subject.id));
      tokens.deleteWhere(isOld);
    },
  };
}
