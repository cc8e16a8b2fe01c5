import type { ActorKind, AuditOutcome } from '../../gql/graphql.js';

export const actorWords: Readonly<Record<ActorKind, string>> = {
  USER: 'user',
  API_TOKEN: 'API token',
  KERF: 'system',
  ANONYMOUS: 'not signed in',
  UNKNOWN: 'unknown',
};

export const auditOutcomeWords: Readonly<Record<AuditOutcome, string>> = {
  DONE: 'Done',
  REFUSED: 'Refused',
  UNKNOWN: 'Unknown',
};
