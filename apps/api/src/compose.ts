import { createInstanceTypeResolver } from '@kerf/cloud-aws/instance-types';
import { createPrismaStore, openChangeFeed, openDatabase } from '@kerf/db';
import { createBudgetSchedule, createManifestReader, manifestFiles } from '@kerf/definitions';
import { createGitHost } from '@kerf/git-hosts';
import {
  createAddressPolicy,
  createLogger,
  createMetrics,
  createSecretBox,
  intlLocalTime,
  sha256Digest,
  systemClock,
  uuidIdSource,
} from '@kerf/system';
import { machineSecrets } from './auth/machine-secrets.js';
import type { ApiEnv } from './env.js';
import { openAuditSigner } from './open-audit-signer.js';
import type { ApiParts } from './parts.js';
import { openRateLimitStore } from './request/rate-limit-store.js';

// The composition root: the only file of the API that knows which adapter stands for a port. The admin
// CLI uses it, too, so it must load neither Nest nor GraphQL, which took most of the time of a command.

/** No read of a page may hold a connection for longer. */
const statementTimeoutMs = 15_000;

/** Opens the database and the adapters that use it. */
export function composeCore(
  env: ApiEnv,
): Omit<ApiParts, 'feed' | 'metrics' | 'rateLimits' | 'auditSigner'> {
  const url = new URL(env.DATABASE_URL);
  url.searchParams.set('statement_timeout', String(statementTimeoutMs));
  const database = openDatabase({
    url: url.href,
    maxConnections: env.KERF_DATABASE_CONNECTIONS,
    applicationName: 'kerf-api',
  });
  return {
    env,
    log: createLogger({ name: 'api', level: env.KERF_LOG_LEVEL }),
    database,
    ports: {
      store: createPrismaStore(database),
      clock: systemClock,
      ids: uuidIdSource,
      digest: sha256Digest,
      manifests: createManifestReader(),
      instanceTypes: createInstanceTypeResolver(),
      budgetSchedule: createBudgetSchedule(),
      localTime: intlLocalTime,
      secretBox: createSecretBox(env.KERF_SECRET_KEY),
      secrets: machineSecrets,
      gitHost: createGitHost({ policy: createAddressPolicy(env.KERF_ALLOWED_GIT_HOSTS) }),
      manifestFiles,
    },
  };
}

/** Opens every adapter of the server. */
export async function composeApi(env: ApiEnv): Promise<ApiParts> {
  const auditSigner = await openAuditSigner(env);
  const core = composeCore(env);
  const feed = await openChangeFeed(env.DATABASE_URL, 'kerf-api-feed');
  const rateLimits = openRateLimitStore(env.REDIS_URL, core.database, core.log);
  return { ...core, feed, metrics: createMetrics(), rateLimits, auditSigner };
}
