import type { DeviceAuthorization, DeviceAuthorizationRepository } from '@kerf/application';
import type { Db } from '../client.js';
import type { DeviceAuthorization as Model } from '../generated/client.js';
import { deviceTerms } from '../json/trust-rule.js';
import { oneOf, orDbNull, toDate, toInstant } from '../json.js';

export function createDeviceAuthorizationStore(db: Db): DeviceAuthorizationRepository {
  return {
    async insert(authorization, codes) {
      const { id, clientName, address, createdAt, expiresAt, userId } = authorization;
      await db.deviceAuthorization.create({
        data: {
          id,
          clientName,
          address,
          userId,
          deviceCodeDigest: codes.deviceCode,
          userCodeDigest: codes.userCode,
          createdAt: toDate(createdAt),
          expiresAt: toDate(expiresAt),
          ...pollingOf(authorization),
          terms: orDbNull(deviceTerms.writeNullable(authorization.terms)),
        },
      });
    },
    async findByUserCode(userCodeDigest) {
      const row = await db.deviceAuthorization.findUnique({ where: { userCodeDigest } });
      return row === null ? null : toAuthorization(row);
    },
    async lockByDeviceCode(deviceCodeDigest) {
      await db.$queryRaw`
        SELECT 1 FROM device_authorizations WHERE device_code_digest = ${deviceCodeDigest} FOR UPDATE`;
      const row = await db.deviceAuthorization.findUnique({ where: { deviceCodeDigest } });
      return row === null ? null : toAuthorization(row);
    },
    async decide(id, { state, userId, terms }) {
      const { count } = await db.deviceAuthorization.updateMany({
        where: { id, state: 'Pending' },
        data: { state, userId, terms: orDbNull(deviceTerms.writeNullable(terms)) },
      });
      return count === 1;
    },
    async savePolling(authorization) {
      const { id } = authorization;
      await db.deviceAuthorization.updateMany({ where: { id }, data: pollingOf(authorization) });
    },
    async denyConfirmedBy(userId) {
      await db.deviceAuthorization.updateMany({
        where: { userId, state: 'Approved' },
        data: { state: 'Denied' },
      });
    },
    async removeExpired(before) {
      await db.deviceAuthorization.deleteMany({ where: { expiresAt: { lt: toDate(before) } } });
    },
  };
}

const pollingOf = ({ state, pollAfter, intervalMs }: DeviceAuthorization) => ({
  state,
  pollAfter: toDate(pollAfter),
  intervalSeconds: Math.round(intervalMs / 1_000),
});

/** @throws UnreadableRecord */
function toAuthorization(row: Model): DeviceAuthorization {
  return {
    id: row.id,
    clientName: row.clientName,
    address: row.address,
    createdAt: toInstant(row.createdAt),
    expiresAt: toInstant(row.expiresAt),
    pollAfter: toInstant(row.pollAfter),
    intervalMs: row.intervalSeconds * 1_000,
    state: oneOf(['Pending', 'Approved', 'Denied', 'Redeemed'], row.state),
    userId: row.userId,
    terms: deviceTerms.readNullable(row.terms),
  };
}
