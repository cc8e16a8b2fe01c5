import { hostname } from 'node:os';
import { defaultCacheLimits } from '@kerf/cluster-kubernetes';
import { isAddressEntry, logLevels, readSettings, setting } from '@kerf/system';
import { z } from 'zod';

const mebibyte = 1024 * 1024;

const endpointList = z
  .string()
  .default('')
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .transform((entries) => entries.filter((entry) => entry !== ''))
  .refine((entries) => entries.every(isAddressEntry), {
    error:
      'must be host names, addresses or ranges such as 10.0.0.0/8, separated by commas, without *, schemes and ports',
  });

const schema = z.object({
  DATABASE_URL: setting.postgresUrl(),
  /** Stores jobs in Redis if set, otherwise in Postgres. */
  REDIS_URL: setting.redisUrl().optional(),
  /** Identifies this worker; a worker that restarts with the same id gets its leases back. */
  KERF_WORKER_ID: setting.text().max(200).default(hostname()),
  KERF_WORKER_HEALTH_PORT: setting.port().default(9_090),
  KERF_LISTEN_ADDRESS: setting.text().default('127.0.0.1'),
  KERF_LOG_LEVEL: z.enum(logLevels).default('info'),
  KERF_DATABASE_CONNECTIONS: setting.wholeNumber(2, 200).default(12),
  /**
   * Comma-separated list. Hosts and addresses: cluster endpoints that are allowed even if EKS
   * reports another endpoint. Address ranges: non-public addresses that endpoints may resolve to.
   */
  KERF_ALLOWED_CLUSTER_ENDPOINTS: endpointList,
  /** Maximum number of objects of one cluster; the worker does not hold a cluster with more. */
  KERF_CLUSTER_OBJECTS: setting
    .wholeNumber(1_000, 100_000_000)
    .default(defaultCacheLimits.maxObjects),
  /** Estimated memory of these objects, in MiB. */
  KERF_CLUSTER_CACHE_MB: setting
    .wholeNumber(1, 1_048_576)
    .default(defaultCacheLimits.maxBytes / mebibyte),
  /**
   * Number of workers that die one after the other while they hold a cluster, from which it is
   * suspected to be the cause.
   */
  KERF_SUSPECT_AFTER_DEATHS: setting.wholeNumber(2, 1_000_000).default(2),
  /**
   * Comma-separated list. Hosts and addresses: targets of notifications that are allowed although
   * they are not public, and without TLS. Address ranges: non-public addresses that targets may
   * resolve to.
   */
  KERF_ALLOWED_NOTIFICATION_TARGETS: endpointList,
  /** 32 random bytes in base64, as for the API; without it, channels with secrets do not work. */
  KERF_SECRET_KEY: setting.text().optional(),
  /** Public URL of the API, for links in notifications. */
  KERF_PUBLIC_URL: setting.httpUrl().optional(),
  /**
   * Threads that run the engine. With 1, pods wait for a running disruption plan; 2 separates them,
   * for about twice the memory.
   */
  KERF_ENGINE_THREADS: setting.wholeNumber(1, 2).default(1),
  /** Maximum heap of an engine thread, in MiB; a plan that needs more fails. */
  KERF_ENGINE_HEAP_MB: setting.wholeNumber(64, 16_384).default(2_048),
  /** Time without a plan after which an engine thread ends and its memory is released, in seconds. */
  KERF_ENGINE_IDLE_SECONDS: setting.wholeNumber(1, 86_400).default(30),
  /** Maximum delay between two attempts of a failing job, in seconds. */
  KERF_RETRY_CAP_SECONDS: setting.wholeNumber(1, 3_600).default(300),
  /**
   * Maximum number of Postgres connections of the queue (Postgres only). One of them waits for new
   * jobs of all clusters.
   */
  KERF_QUEUE_CONNECTIONS: setting.wholeNumber(4, 500).default(12),
  /** Bucket with object lock that the audit log is exported to; without it, nothing is exported. */
  KERF_AUDIT_EXPORT_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket, without s3://')
    .optional(),
  /** Before the keys of the exported objects. */
  KERF_AUDIT_EXPORT_PREFIX: z
    .string()
    .max(500)
    .regex(/^[\w.\-/]*$/, 'may contain letters, digits and _ . - / only')
    .default('')
    .transform((prefix) => prefix.replace(/^\/+|\/+$/g, '')),
  /** Region of the bucket. */
  KERF_AUDIT_EXPORT_REGION: setting.text().max(50).default('us-east-1'),
  /** URL of a store other than AWS. */
  KERF_AUDIT_EXPORT_ENDPOINT: setting.httpUrl().optional(),
  /** Whether the bucket is part of the path instead of the host name. */
  KERF_AUDIT_EXPORT_PATH_STYLE: setting.flag().default(false),
  /** With `COMPLIANCE`, nobody can end the retention early. */
  KERF_AUDIT_EXPORT_RETENTION_MODE: z.enum(['GOVERNANCE', 'COMPLIANCE']).default('GOVERNANCE'),
  /** How long exported objects cannot be changed or deleted. */
  KERF_AUDIT_EXPORT_RETENTION_DAYS: setting.wholeNumber(1, 36_500).default(365),
  /** Credentials of a store other than AWS; without them, Kerf's own AWS credentials are used. */
  KERF_AUDIT_EXPORT_ACCESS_KEY_ID: setting.text().optional(),
  KERF_AUDIT_EXPORT_SECRET_ACCESS_KEY: setting.text().optional(),
});

const checkedSchema = schema.refine(
  (env) =>
    (env.KERF_AUDIT_EXPORT_ACCESS_KEY_ID === undefined) ===
    (env.KERF_AUDIT_EXPORT_SECRET_ACCESS_KEY === undefined),
  {
    path: ['KERF_AUDIT_EXPORT_SECRET_ACCESS_KEY'],
    error: 'set it together with KERF_AUDIT_EXPORT_ACCESS_KEY_ID, or neither',
  },
);

export type WorkerEnv = z.infer<typeof schema>;

/**
 * Returns the worker's settings.
 * @throws CONFIG.INVALID naming each invalid variable and its expected form
 */
export function readEnv(variables: NodeJS.ProcessEnv = process.env): WorkerEnv {
  return readSettings(checkedSchema, variables);
}
