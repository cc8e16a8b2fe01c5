import type { AuditSigner, GitHost, ManifestFiles, Ports, Secrets } from '@kerf/application';
import type { ChangeFeed, Database, VisibleScope } from '@kerf/db';
import type { Logger, Metrics } from '@kerf/system';
import type { FactoryProvider } from '@nestjs/common';
import type { ApiEnv } from './env.js';
import type { RateLimitStore } from './request/rate-limits.js';

/** Ports for the use cases of this process. */
export type ApiPorts = Pick<
  Ports,
  | 'store'
  | 'clock'
  | 'ids'
  | 'digest'
  | 'manifests'
  | 'instanceTypes'
  | 'budgetSchedule'
  | 'localTime'
  | 'secretBox'
> & {
  readonly secrets: Secrets;
  readonly gitHost: GitHost;
  readonly manifestFiles: ManifestFiles;
};

/** Everything that the composition root creates. */
export interface ApiParts {
  readonly env: ApiEnv;
  readonly log: Logger;
  readonly database: Database;
  readonly ports: ApiPorts;
  readonly feed: ChangeFeed;
  readonly metrics: Metrics;
  readonly rateLimits: RateLimitStore;
  /** Signs checkpoints of the audit log; `null` without a key. */
  readonly auditSigner: AuditSigner | null;
}

/** Problems of the settings of this process, noticed since it started. */
export type OperatorWarnings = Set<string>;

/**
 * Injection tokens of what has no class. A class that injects `PORTS` names the ports that its use cases need
 * with `Pick<ApiPorts, …>`.
 */
export const ENV = Symbol('env');
export const LOG = Symbol('log');
export const DATABASE = Symbol('database');
export const CLOCK = Symbol('clock');
export const PORTS = Symbol('ports');
export const FEED = Symbol('feed');
export const METRICS = Symbol('metrics');
export const RATE_LIMITS = Symbol('rate-limits');
/** {@link OperatorWarnings}. */
export const WARNINGS = Symbol('warnings');
export const AUDIT_SIGNER = Symbol('audit-signer');
/** Token of the scope that the caller of the current request may see. */
export const VISIBLE = Symbol('visible');

/** A class of queries in `@kerf/db`; the class is its own injection token. */
export type QueryClass = new (pool: Database['pool'], scope: VisibleScope) => object;

/**
 * Returns the providers of the query classes that a module injects. They find what the caller of the
 * current request may see.
 */
export function provideQueries(...types: readonly QueryClass[]): readonly FactoryProvider[] {
  return types.map((type) => ({
    provide: type,
    inject: [DATABASE, VISIBLE],
    useFactory: ({ pool }: Database, visible: VisibleScope) => new type(pool, visible),
  }));
}
