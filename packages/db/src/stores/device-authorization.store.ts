import type { DeviceAuthorization, DeviceAuthorizationRepository } from '@kerf/application';
import type { Db } from '../client.js';
import { deviceTerms } from '../json/formats.js';
import { orDbNull, toDate } from '../json.js';
import { insertRows } from '../tables/table.js';
import { deviceAuthorizations } from '../tables/trust-rules.js';

export function createDeviceAuthorizationStore(db: Db): DeviceAuthorizationRepository {
  return {
    insert: (authorization, codes) =>
      insertRows(db, deviceAuthorizations, [
        { ...authorization, deviceCodeDigest: codes.deviceCode, userCodeDigest: codes.userCode },
      ]),
    async findByUserCode(userCodeDigest) {
      const row = await db.deviceAuthorization.findUnique({ where: { userCodeDigest } });
      return row === null ? null : deviceAuthorizations.read(row);
    },
    async lockByDeviceCode(deviceCodeDigest) {
      await db.$queryRaw`
        SELECT 1 FROM device_authorizations WHERE device_code_digest = ${deviceCodeDigest} FOR UPDATE`;
      const row = await db.deviceAuthorization.findUnique({ where: { deviceCodeDigest } });
      return row === null ? null : deviceAuthorizations.read(row);
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
