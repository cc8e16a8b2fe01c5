import type { Ports, Secrets } from '@kerf/application';
import type { ChangeFeed, Database, ReadQueries } from '@kerf/db';
import type { Logger, Metrics } from '@kerf/telemetry';
import type { ApiEnv } from './env.js';

/** Ports for the use cases of this process. */
export type ApiPorts = Pick<Ports, 'store' | 'clock' | 'ids' | 'digest' | 'manifests'> & {
  readonly secrets: Secrets;
};

/** Everything that the composition root creates. */
export interface ApiParts {
  readonly env: ApiEnv;
  readonly log: Logger;
  readonly database: Database;
  readonly ports: ApiPorts;
  readonly queries: ReadQueries;
  readonly feed: ChangeFeed;
  readonly metrics: Metrics;
}

/** Injection tokens of the parts, and of all parts together. */
export const PARTS = Symbol('parts');
export const ENV = Symbol('env');
export const LOG = Symbol('log');
export const DATABASE = Symbol('database');
export const PORTS = Symbol('ports');
export const QUERIES = Symbol('queries');
export const FEED = Symbol('feed');
export const METRICS = Symbol('metrics');
