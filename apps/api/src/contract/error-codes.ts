import type { ErrorCode } from '@kerf/core';
import type { UserErrorCode } from '../generated/schema-types.js';

/** Meaning and remedy of a public error code. docs/errors.md is generated from it. */
interface PublicErrorText {
  readonly status: number;
  readonly means: string;
  readonly helps: string;
}

/** Public error codes of REST and GraphQL; clients may rely on them. */
export const publicErrors = {
  BAD_USER_INPUT: {
    status: 400,
    means: 'The request is invalid. `fields` lists each wrong field and how to fix it.',
    helps: 'Correct the listed fields. The same request never succeeds.',
  },
  QUERY_TOO_COMPLEX: {
    status: 400,
    means: 'The GraphQL document exceeds a limit.',
    helps: 'Request fewer rows (`first`) or split the query. The message contains the limit.',
  },
  UNAUTHENTICATED: {
    status: 401,
    means: 'The request has no session or API token, or it is unknown, expired or revoked.',
    helps: 'Sign in again, or send `Authorization: Bearer <token>`.',
  },
  FORBIDDEN: {
    status: 403,
    means: 'The caller’s roles do not allow this, or the request came from another origin.',
    helps:
      'Use a user or an API token with a role that allows it; `/api/v1/can` checks that. Send browser requests from the dashboard’s own origin.',
  },
  NOT_FOUND: {
    status: 404,
    means: 'No object has this name or ID.',
    helps: 'List the objects to find the ID. The audit log contains removed objects.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    means: 'The path does not allow this method.',
    helps: 'Use a method of the `Allow` header. `/api/v1/openapi.json` lists all paths.',
  },
  NOT_ACCEPTABLE: {
    status: 406,
    means: 'The `Accept` header allows no media type that the path returns.',
    helps: 'Accept `application/json`; lists also return `text/csv`.',
  },
  CONFLICT: {
    status: 409,
    means:
      'The object was changed by another request, the name is already used, or the idempotency key was used for another request.',
    helps: 'Read the object again, and repeat the request if it still applies.',
  },
  GONE: {
    status: 410,
    means: 'The changes since this position are no longer kept, or are too many.',
    helps: 'Read everything again, and open the stream of changes without `since`.',
  },
  PRECONDITION_FAILED: {
    status: 412,
    means: 'The version in `If-Match` or `expectedVersion` is not the current one.',
    helps: 'Read the object again, and send its new version if the change still applies.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    means: 'The body is too large.',
    helps: 'Send fewer documents per request.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    means: 'The path does not support the media type of the body.',
    helps: 'Send `application/json`, or `application/yaml` if the OpenAPI document lists it.',
  },
  PRECONDITION_REQUIRED: {
    status: 428,
    means: 'The write has no `If-Match` header.',
    helps: 'Send `If-Match` with the `ETag` that was read, or `*` for any version.',
  },
  RATE_LIMITED: {
    status: 429,
    means: 'Too many requests or sign-in attempts.',
    helps: 'Try again after the time in `Retry-After`.',
  },
  INTERNAL: {
    status: 500,
    means: 'A bug in Kerf, or an invalid setting. Details are only in the log.',
    helps: 'Search the log for the request ID, and report the error.',
  },
  CLUSTER_UNREACHABLE: {
    status: 502,
    means: 'The cluster’s API server did not respond, or refused the request.',
    helps: 'The cluster’s page shows the last registration check and how to fix each problem.',
  },
  CLOUD_UNREACHABLE: {
    status: 502,
    means: 'AWS did not respond, or refused the request.',
    helps: 'Check the cluster’s IAM role, its external ID and the quotas of the account.',
  },
  UNAVAILABLE: {
    status: 503,
    means:
      'A part of Kerf is not available: the database, the queue, or the catalog of instance types.',
    helps:
      'Try again after the time in `Retry-After`. `/readyz` shows which part is not available.',
  },
} as const satisfies Readonly<Record<string, PublicErrorText>>;
export type PublicCode = keyof typeof publicErrors;

/** Error codes of GraphQL only: the document cannot be executed. */
export const documentErrors = {
  GRAPHQL_PARSE_FAILED: {
    status: 400,
    means: 'The GraphQL document has a syntax error at `locations`.',
    helps: 'Correct the document.',
  },
  GRAPHQL_VALIDATION_FAILED: {
    status: 400,
    means:
      'The document does not match the schema, e.g. because of an unknown field or a wrong argument.',
    helps: 'Compare the document with the schema. Introspection returns it.',
  },
  OPERATION_RESOLUTION_FAILURE: {
    status: 400,
    means: 'The document has several operations, or does not have the operation `operationName`.',
    helps: 'Send `operationName` with the name of one operation of the document.',
  },
} as const satisfies Readonly<Record<string, PublicErrorText>>;
/** Codes of errors in the document of a GraphQL request. */
export type DocumentCode = keyof typeof documentErrors;

export const isDocumentCode = (value: unknown): value is DocumentCode =>
  typeof value === 'string' && Object.hasOwn(documentErrors, value);

/** Codes of a mutation's `userErrors`, and the REST code of the same refusal. */
export const userErrors = {
  INVALID: {
    rest: 'BAD_USER_INPUT',
    means: 'The field is missing or invalid.',
    helps: 'Correct the field.',
  },
  NOT_FOUND: {
    rest: 'NOT_FOUND',
    means: 'No object has this name or ID.',
    helps: 'List the objects to find the ID.',
  },
  CONFLICT: {
    rest: 'CONFLICT',
    means: 'The name is already used, the object is in use, or another request changed it.',
    helps: 'Read the object again, and repeat the request if it still applies.',
  },
  STALE: {
    rest: 'PRECONDITION_FAILED',
    means: 'The object does not have the expected version.',
    helps: 'Read the object again, and send its new version if the change still applies.',
  },
  FORBIDDEN: {
    rest: 'FORBIDDEN',
    means: 'The caller or Kerf is not allowed to change this object.',
    helps: 'Make the change where the message says.',
  },
  ALREADY_DECIDED: {
    rest: 'CONFLICT',
    means: 'The decision is already approved or rejected.',
    helps: 'Read the decision again.',
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

interface Failure {
  readonly publicCode: PublicCode;
  readonly means: string;
}

const inCluster = (means: string): Failure => ({ publicCode: 'CLUSTER_UNREACHABLE', means });
const inCloud = (means: string): Failure => ({ publicCode: 'CLOUD_UNREACHABLE', means });

/** Internal error codes (logs, audit, findings), and the public code of each. */
export const failures: Readonly<Record<ErrorCode, Failure>> = {
  'CONFIG.INVALID': { publicCode: 'INTERNAL', means: 'A setting or a stored file is invalid.' },
  'INPUT.INVALID': {
    publicCode: 'BAD_USER_INPUT',
    means: 'A request or a manifest has invalid fields.',
  },
  'INPUT.TOO_COMPLEX': {
    publicCode: 'QUERY_TOO_COMPLEX',
    means: 'A query exceeds the cost limit.',
  },
  'AUTH.UNAUTHENTICATED': {
    publicCode: 'UNAUTHENTICATED',
    means: 'The caller is not authenticated.',
  },
  'AUTH.FORBIDDEN': { publicCode: 'FORBIDDEN', means: 'The caller is not allowed to do this.' },
  'AUTH.RATE_LIMITED': { publicCode: 'RATE_LIMITED', means: 'The caller sends too many requests.' },
  'STATE.CONFLICT': {
    publicCode: 'CONFLICT',
    means: 'Another process changed the row at the same time.',
  },
  'STATE.STALE': {
    publicCode: 'PRECONDITION_FAILED',
    means: 'The change is based on an old version, or the worker has lost its lease.',
  },
  'STATE.NOT_FOUND': { publicCode: 'NOT_FOUND', means: 'The row does not exist.' },
  'STATE.PRECONDITION_REQUIRED': {
    publicCode: 'PRECONDITION_REQUIRED',
    means: 'The change has no version.',
  },
  'STATE.GONE': {
    publicCode: 'GONE',
    means: 'The change log no longer has the changes since a position.',
  },
  'CLUSTER.UNREACHABLE': inCluster(
    'The cluster’s API server cannot be reached or does not respond in time. Kerf retries.',
  ),
  'CLUSTER.UNAUTHORIZED': inCluster(
    'The cluster does not accept the IAM role’s token: an access entry is missing.',
  ),
  'CLUSTER.FORBIDDEN': inCluster(
    'The IAM role has no permission for the request in the cluster. Apply `deploy/rbac/kerf.yaml`.',
  ),
  'CLUSTER.NOT_FOUND': inCluster('The object does not exist in the cluster.'),
  'CLUSTER.CONFLICT': inCluster(
    'The object in the cluster was changed at the same time, or has another owner.',
  ),
  'CLUSTER.INVALID': inCluster(
    'The cluster refused an object as invalid, or its endpoint is not a URL of an API server.',
  ),
  'CLUSTER.ENDPOINT_REFUSED': inCluster(
    'The registered endpoint differs from the endpoint in EKS, or its address is not public. `KERF_ALLOWED_CLUSTER_ENDPOINTS` of the worker lists exceptions.',
  ),
  'CLUSTER.EVICTION_BLOCKED': inCluster(
    'A PodDisruptionBudget allows no eviction now. Kerf retries.',
  ),
  'CLUSTER.RATE_LIMITED': inCluster(
    'The cluster’s API server limits the request rate. Kerf retries.',
  ),
  'CLUSTER.NOT_SYNCED': inCluster('The cluster cache is not in sync. Kerf retries.'),
  'CLUSTER.TOO_LARGE': inCluster(
    'An answer of the cluster’s API server, or all objects of the cluster together, exceed what Kerf holds for one cluster. Kerf retries later.',
  ),
  'CLUSTER.FAILED': inCluster(
    'The cluster’s API server returned another error. The log contains its message.',
  ),
  'CLOUD.INSUFFICIENT_CAPACITY': inCloud(
    'AWS has no capacity for any of the requested offerings. Kerf avoids them for some minutes.',
  ),
  'CLOUD.NODE_CLASS_NOT_READY': inCloud(
    'The EC2NodeClass is not ready: subnets, security groups, images or instance profile are missing.',
  ),
  'CLOUD.NODE_CLAIM_NOT_FOUND': inCloud('The instance of a NodeClaim does not exist.'),
  'CLOUD.CREATE_FAILED': inCloud(
    'CreateFleet launched no instance. The message contains its error.',
  ),
  'CLOUD.RATE_LIMITED': inCloud('AWS throttles requests. Kerf retries.'),
  'CLOUD.UNAUTHORIZED': inCloud(
    'AWS denies access. Check the trust policy, external ID and permissions of the IAM role.',
  ),
  'CLOUD.UNREACHABLE': inCloud('AWS cannot be reached or returns 5xx. Kerf retries.'),
  'CLOUD.INVALID': inCloud('AWS refused a parameter as invalid.'),
  'CATALOG.UNAVAILABLE': {
    publicCode: 'UNAVAILABLE',
    means: 'The instance types and prices of the region have not been read yet.',
  },
  'QUEUE.UNAVAILABLE': { publicCode: 'UNAVAILABLE', means: 'The queue cannot be reached.' },
  'QUEUE.INVALID_PAYLOAD': {
    publicCode: 'INTERNAL',
    means: 'The payload of a job is from an incompatible version of Kerf.',
  },
  'NOTIFICATION.FAILED': {
    publicCode: 'UNAVAILABLE',
    means: 'A receiver of notifications did not accept a message.',
  },
  'DB.UNAVAILABLE': {
    publicCode: 'UNAVAILABLE',
    means: 'Postgres cannot be reached. Kerf retries.',
  },
  'DB.UNREADABLE': {
    publicCode: 'INTERNAL',
    means: 'A stored row does not match its format. A finding of its cluster has the details.',
  },
};
