import type { RowIdentity } from '../json/unreadable-records.js';

export const claimIdentity = ({
  clusterId,
  name,
}: {
  readonly clusterId: string;
  readonly name: string;
}): RowIdentity => ({ clusterId, object: `NodeClaim/${name}` });
