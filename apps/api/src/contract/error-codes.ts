import type { ErrorCode } from '@kerf/core';
import type { UserErrorCode } from '../generated/schema-types.js';

/** What one public code says, and what helps. docs/errors.md is made of this. */
interface PublicErrorText {
  readonly status: number;
  readonly means: string;
  readonly helps: string;
}

/** What both doors say of a failure; clients may rely on these codes. */
export const publicErrors = {
  BAD_USER_INPUT: {
    status: 400,
    means: 'Something in the request is wrong; `fields` names each place and what would be right.',
    helps: 'Correct the named fields. The same request never succeeds.',
  },
  QUERY_TOO_COMPLEX: {
    status: 400,
    means: 'The GraphQL document asks for more than one request may.',
    helps: 'Ask for fewer rows (`first`) or split the query; the limit is in the answer.',
  },
  UNAUTHENTICATED: {
    status: 401,
    means: 'No session or token came along, or it is unknown, expired or revoked.',
    helps: 'Sign in again, or send `Authorization: Bearer <token>`.',
  },
  FORBIDDEN: {
    status: 403,
    means: 'The token may only read, or the request came from another origin.',
    helps: 'Use a token with scope `write`; send browser requests from the dashboard’s own origin.',
  },
  NOT_FOUND: {
    status: 404,
    means: 'Nothing of that name or id is known.',
    helps: 'List the objects and look for the id; what was removed stays in the audit log.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    means: 'The path does not take this method.',
    helps: 'The `Allow` header lists the methods it takes; `/api/v1/openapi.json` lists all paths.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    means: 'The `Accept` header allows no media type that the path answers.',
    helps: 'Accept `application/json`.',
  },
  CONFLICT: {
    status: 409,
    means:
      'Another writer was faster, the name is taken, or an idempotency key was used for another request.',
    helps: 'Read the object again, then decide.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    means: 'The version in `If-Match` or `expectedVersion` is not the current one.',
    helps: 'Read it again; send the new version if the change still makes sense.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    means: 'The body is too large.',
    helps: 'Send fewer documents at a time.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    means: 'The body is of a type that is not read here.',
    helps: 'Send `application/json`, or `application/yaml` where the OpenAPI document has it.',
  },
  PRECONDITION_REQUIRED: {
    status: 428,
    means: 'The write does not say which version it changes.',
    helps: 'Send `If-Match` with the `ETag` of what was read, or `*` for whatever is stored.',
  },
  RATE_LIMITED: {
    status: 429,
    means: 'Too many requests, or too many wrong passwords.',
    helps: 'Wait as long as `Retry-After` says.',
  },
  INTERNAL: {
    status: 500,
    means: 'A bug in Kerf, or a broken setting of it. The answer tells nothing more on purpose.',
    helps: 'Look for the request id in the log, and report it.',
  },
  CLUSTER_UNREACHABLE: {
    status: 502,
    means: 'The cluster’s API did not answer, or refused.',
    helps: 'The cluster’s page shows its last check and what would mend it.',
  },
  CLOUD_UNREACHABLE: {
    status: 502,
    means: 'AWS did not answer, or refused.',
    helps: 'Check the cluster’s role, its external id and the account’s limits.',
  },
  UNAVAILABLE: {
    status: 503,
    means:
      'A part of Kerf is not there: the database, the queue, or the catalogue is not read yet.',
    helps: 'Try again after `Retry-After`; `/readyz` says which part.',
  },
} as const satisfies Readonly<Record<string, PublicErrorText>>;
export type PublicCode = keyof typeof publicErrors;

/** What only GraphQL says: the document could not be carried out. */
export const documentErrors = {
  GRAPHQL_PARSE_FAILED: {
    status: 400,
    means: 'The GraphQL document has a syntax error; `locations` says where.',
    helps: 'Correct the document.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    status: 400,
    means: 'The document does not fit the schema: an unknown field, a missing or wrong argument.',
    helps: 'Compare the document with the schema, which introspection shows.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    status: 400,
    means: 'The document holds several operations, or not the one that was named.',
    helps: 'Send `operationName` with the name of one operation of the document.',
  },
} as const satisfies Readonly<Record<string, PublicErrorText>>;
type DocumentCode = keyof typeof documentErrors;

export const isDocumentCode = (value: unknown): value is DocumentCode =>
  typeof value === 'string' && Object.hasOwn(documentErrors, value);

/** What a mutation's `userErrors` say, and what REST says of the same refusal. */
export const userErrors = {
  INVALID: {
    rest: 'BAD_USER_INPUT',
    means: 'The field is missing or wrong.',
    helps: 'Correct the field.',
  },
  NOT_FOUND: {
    rest: 'NOT_FOUND',
    means: 'Nothing of that id or name exists.',
    helps: 'List the objects and look for the id.',
  },
  CONFLICT: {
    rest: 'CONFLICT',
    means: 'The name is taken, the object is in use, or another writer was faster.',
    helps: 'Read the object again, then decide.',
  },
  STALE: {
    rest: 'PRECONDITION_FAILED',
    means: 'The object does not have the expected version any more.',
    helps: 'Read it again; send the new version if the change still makes sense.',
  },
  FORBIDDEN: {
    rest: 'FORBIDDEN',
    means: 'The caller, or Kerf, may not change this object.',
    helps: 'The message says who may, and where.',
  },
  ALREADY_DECIDED: {
    rest: 'CONFLICT',
    means: 'Somebody approved or rejected the decision before.',
    helps: 'Read the decision.',
  },
} as const satisfies Readonly<
  Record<
    Exclude<UserErrorCode, 'UNKNOWN'>,
    { readonly rest: PublicCode; readonly means: string; readonly helps: string }
  >
>;

export const isPublicCode = (value: unknown): value is PublicCode =>
  typeof value === 'string' && Object.hasOwn(publicErrors, value);
export const publicCodes: readonly PublicCode[] = Object.keys(publicErrors).filter(isPublicCode);

/** Codes of failures inside Kerf (logs, audit, findings), and what the doors say of each. */
export const failures: Readonly<
  Record<ErrorCode, { readonly says: PublicCode; readonly means: string }>
> = {
  'CONFIG.INVALID': { says: 'INTERNAL', means: 'A setting or a stored file cannot be used.' },
  'INPUT.INVALID': { says: 'BAD_USER_INPUT', means: 'A request or a manifest has wrong fields.' },
  'INPUT.TOO_COMPLEX': { says: 'QUERY_TOO_COMPLEX', means: 'A query is over the cost limit.' },
  'AUTH.UNAUTHENTICATED': { says: 'UNAUTHENTICATED', means: 'Nobody is signed in.' },
  'AUTH.FORBIDDEN': { says: 'FORBIDDEN', means: 'The caller may not do this.' },
  'AUTH.RATE_LIMITED': { says: 'RATE_LIMITED', means: 'The caller asks too often.' },
  'STATE.CONFLICT': { says: 'CONFLICT', means: 'Somebody changed the row at the same time.' },
  'STATE.STALE': {
    says: 'PRECONDITION_FAILED',
    means: 'The change was made on an old version, or by a worker that lost its lease.',
  },
  'STATE.NOT_FOUND': { says: 'NOT_FOUND', means: 'The row is not there.' },
  'STATE.PRECONDITION_REQUIRED': {
    says: 'PRECONDITION_REQUIRED',
    means: 'The change names no version.',
  },
  'CLUSTER.UNREACHABLE': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'The cluster’s API cannot be reached, or gives no answer in time. Tried again.',
  },
  'CLUSTER.UNAUTHORIZED': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'The cluster does not accept the role’s token: an access entry is missing.',
  },
  'CLUSTER.FORBIDDEN': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'The role’s permissions in the cluster lack a verb: bind `deploy/rbac/kerf.yaml`.',
  },
  'CLUSTER.NOT_FOUND': { says: 'CLUSTER_UNREACHABLE', means: 'The object left the cluster.' },
  'CLUSTER.CONFLICT': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'The object in the cluster was changed meanwhile, or belongs to somebody else.',
  },
  'CLUSTER.INVALID': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'The cluster refused an object as invalid, or its endpoint is none.',
  },
  'CLUSTER.ENDPOINT_REFUSED': {
    says: 'CLUSTER_UNREACHABLE',
    means:
      'The registered endpoint is not the one that EKS names, or its address is not public; `KERF_ALLOWED_CLUSTER_ENDPOINTS` of the worker allows what it names.',
  },
  'CLUSTER.EVICTION_BLOCKED': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'A PodDisruptionBudget allows no eviction now. Tried again.',
  },
  'CLUSTER.RATE_LIMITED': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'The cluster’s API asks for patience. Tried again.',
  },
  'CLUSTER.NOT_SYNCED': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'What is known of the cluster is too old to decide on. Tried again.',
  },
  'CLUSTER.FAILED': {
    says: 'CLUSTER_UNREACHABLE',
    means: 'The cluster’s API failed in a way of its own; the log has its words.',
  },
  'CLOUD.INSUFFICIENT_CAPACITY': {
    says: 'CLOUD_UNREACHABLE',
    means: 'AWS has no room in any offering asked for; they are avoided for a while.',
  },
  'CLOUD.NODE_CLASS_NOT_READY': {
    says: 'CLOUD_UNREACHABLE',
    means: 'The EC2NodeClass has no subnets, security groups, images or profile yet.',
  },
  'CLOUD.NODE_CLAIM_NOT_FOUND': {
    says: 'CLOUD_UNREACHABLE',
    means: 'The instance of a claim is gone.',
  },
  'CLOUD.CREATE_FAILED': {
    says: 'CLOUD_UNREACHABLE',
    means: 'CreateFleet bought nothing; the message has its words.',
  },
  'CLOUD.RATE_LIMITED': { says: 'CLOUD_UNREACHABLE', means: 'AWS throttles. Tried again.' },
  'CLOUD.UNAUTHORIZED': {
    says: 'CLOUD_UNREACHABLE',
    means: 'AWS refuses the role: trust, external id or policy.',
  },
  'CLOUD.UNREACHABLE': {
    says: 'CLOUD_UNREACHABLE',
    means: 'AWS cannot be reached or answers 5xx. Tried again.',
  },
  'CLOUD.INVALID': { says: 'CLOUD_UNREACHABLE', means: 'AWS refuses a parameter.' },
  'CATALOG.UNAVAILABLE': {
    says: 'UNAVAILABLE',
    means: 'The region’s instance types and prices are not read yet.',
  },
  'QUEUE.UNAVAILABLE': { says: 'UNAVAILABLE', means: 'The queue cannot be reached.' },
  'QUEUE.INVALID_PAYLOAD': {
    says: 'INTERNAL',
    means: 'A job was sent by another version of Kerf.',
  },
  'DB.UNAVAILABLE': { says: 'UNAVAILABLE', means: 'Postgres cannot be reached. Tried again.' },
  'DB.UNREADABLE': {
    says: 'INTERNAL',
    means: 'A stored row does not match its format; a finding of its cluster names it.',
  },
};
