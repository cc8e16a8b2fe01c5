import type { Flavor } from './units.js';

/**
 * Id of a cluster. All ids are opaque texts: a prefix for the kind of object, `_`, and a UUIDv7
 * without dashes, so that they sort by the time of their creation. An `IdSource` creates them.
 */
export type ClusterId = Flavor<string, 'clu'>;
/** Id of a NodePool, with the prefix `npl`. */
export type NodePoolId = Flavor<string, 'npl'>;
/** Id of an EC2NodeClass, with the prefix `ncs`. */
export type NodeClassId = Flavor<string, 'ncs'>;
/** Id of a NodeClaim, with the prefix `ncl`. */
export type NodeClaimId = Flavor<string, 'ncl'>;
/** Id of a scheduling batch, with the prefix `bat`. */
export type SchedulingBatchId = Flavor<string, 'bat'>;
/** Id of a decision, with the prefix `dec`. */
export type DecisionId = Flavor<string, 'dec'>;
/** Id of an entry of the audit log, with the prefix `aud`. */
export type AuditEntryId = Flavor<string, 'aud'>;
/** Id of a user, with the prefix `usr`. */
export type UserId = Flavor<string, 'usr'>;
/** Id of an API token, with the prefix `tok`. */
export type ApiTokenId = Flavor<string, 'tok'>;
/** Id of an interruption, with the prefix `int`. */
export type InterruptionId = Flavor<string, 'int'>;
/** Id of an incident, with the prefix `inc`. */
export type IncidentId = Flavor<string, 'inc'>;
/** Id of a disruption simulation, with the prefix `sim`. */
export type DisruptionSimulationId = Flavor<string, 'sim'>;
/** Id of a device authorization, with the prefix `dev`. */
export type DeviceAuthorizationId = Flavor<string, 'dev'>;
/** Id of a trust rule, with the prefix `tru`. */
export type TrustRuleId = Flavor<string, 'tru'>;
/** Id of a team, with the prefix `tea`. */
export type TeamId = Flavor<string, 'tea'>;
/** Id of a custom role, with the prefix `rol`. */
export type RoleId = Flavor<string, 'rol'>;
/** Id of a role binding, with the prefix `rbi`. */
export type RoleBindingId = Flavor<string, 'rbi'>;
/** Id of a pause, with the prefix `pau`. */
export type PauseId = Flavor<string, 'pau'>;
/** Id of a spend limit, with the prefix `spl`. */
export type SpendLimitId = Flavor<string, 'spl'>;
/** Id of an outbox message, with the prefix `out`. */
export type OutboxId = Flavor<string, 'out'>;

/** Id of a notification event, with the prefix `evt`. */
export type NotificationEventId = Flavor<string, 'evt'>;
/** Id of a notification channel, with the prefix `chn`. */
export type NotificationChannelId = Flavor<string, 'chn'>;
/** Id of a notification rule, with the prefix `rul`. */
export type NotificationRuleId = Flavor<string, 'rul'>;
/** Id of a notification delivery, with the prefix `dlv`. */
export type NotificationDeliveryId = Flavor<string, 'dlv'>;

/** Id of a Git repository, with the prefix `git`. */
export type GitRepositoryId = Flavor<string, 'git'>;

/** Lists the prefixes of all ids. */
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
  'inc',
  'sim',
  'dev',
  'tru',
  'tea',
  'rol',
  'rbi',
  'pau',
  'spl',
  'evt',
  'chn',
  'rul',
  'dlv',
  'crp',
  'git',
] as const;
/** Prefix of an id, one of {@link idPrefixes}. */
export type IdPrefix = (typeof idPrefixes)[number];
