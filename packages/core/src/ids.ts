import type { Flavor } from './flavor.js';

/**
 * Ids are opaque text: a prefix that says what they name, `_`, and a UUIDv7 without dashes, so that
 * they sort by the time of their making. They are made by an `IdSource`, never here.
 */
export type ClusterId = Flavor<string, 'clu'>;
export type NodePoolId = Flavor<string, 'npl'>;
export type NodeClassId = Flavor<string, 'ncs'>;
export type NodeClaimId = Flavor<string, 'ncl'>;
export type SchedulingBatchId = Flavor<string, 'bat'>;
export type DecisionId = Flavor<string, 'dec'>;
export type AuditEntryId = Flavor<string, 'aud'>;
export type UserId = Flavor<string, 'usr'>;
export type ApiTokenId = Flavor<string, 'tok'>;
export type InterruptionId = Flavor<string, 'int'>;
export type OutboxId = Flavor<string, 'out'>;

/** Every prefix an id may carry. */
export const idPrefixes = [
  'clu',
  'npl',
  'ncs',
  'ncl',
  'bat',
  'dec',
  'aud',
  'usr',
  'tok',
  'out',
  'ses',
  'fnd',
  'int',
] as const;
export type IdPrefix = (typeof idPrefixes)[number];
