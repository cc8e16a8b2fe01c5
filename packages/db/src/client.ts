import { AppError, isAppError, isRecord } from '@kerf/core';
import { PrismaPg } from '@prisma/adapter-pg';
import { Pool } from 'pg';
import { Prisma, PrismaClient } from './generated/client.js';
import { statementNamesOf } from './statement-names.js';

/**
 * How long a transaction waits for a connection, and may take. Long enough for a decision on 10,000 pods on a busy
 * machine; Prisma's defaults are 2 s and 5 s.
 */
const transactionTimeoutMs = 30_000;

/**
 * A connection to the database: Prisma for records, the pool for SQL that Prisma cannot express.
 */
export interface Database {
  readonly prisma: PrismaClient;
  readonly pool: Pool;
  close(): Promise<void>;
}

/** The database itself, or a transaction in it. */
export type Db = PrismaClient | Prisma.TransactionClient;

export interface DatabaseOptions {
  readonly url: string;
  readonly maxConnections: number;
  /** Shown by Postgres in `pg_stat_activity`. */
  readonly applicationName: string;
  /** How long a query waits for a connection; default 10 s. */
  readonly connectionTimeoutMs?: number;
}

/**
 * Time after which Postgres ends an idle transaction. A process that is paused or disconnected in a
 * transaction keeps its locks, e.g. that of a cluster's lease, and no other worker could take over.
 */
const idleInTransactionMs = 15_000;

export function openDatabase(options: DatabaseOptions): Database {
  const pool = new Pool({
    connectionString: options.url,
    max: options.maxConnections,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 10_000,
    keepAlive: true,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  // A broken connection is replaced at its next use; its running query fails. Without these
  // listeners a connection that breaks while idle (the pool's event) or between two statements of a
  // transaction (the connection's own event) would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  const adapter = new PrismaPg(pool, { statementNameGenerator: statementNamesOf(pool) });
  const prisma = new PrismaClient({
    adapter,
    transactionOptions: { timeout: transactionTimeoutMs, maxWait: transactionTimeoutMs },
  });
  return {
    prisma,
    pool,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** Prisma's and the driver's error codes for an unavailable database; the work can be retried. */
const unavailable = new Set([
  'P1001',
  'P1002',
  'P1008',
  'P1017',
  'P2024',
  'P2028',
  'P2034',
  'P2037',
]);
/**
 * The same as SQLSTATE classes and codes: connection, shutdown, idle too long, serialization,
 * deadlock.
 */
const unavailableSqlState = /^(08|57P0|53|25P03|40001|40P01)/;

/** Turns an unavailable database into `DB.UNAVAILABLE`; passes other errors on unchanged. */
export async function withDatabaseErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isAppError(error) || !isUnavailable(error)) throw error;
    throw new AppError({
      code: 'DB.UNAVAILABLE',
      message: 'The database does not respond.',
      retry: { kind: 'backoff' },
      cause: error,
    });
  }
}

function isUnavailable(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientInitializationError) return true;
  if (error instanceof Prisma.PrismaClientKnownRequestError) {
    return unavailable.has(error.code) || isUnavailable(error.meta?.['driverAdapterError']);
  }
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? String(error.code) : '';
  return (
    unavailableSqlState.test(code) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'].includes(code) ||
    unavailableMessage.test(error.message)
  );
}

/** The driver's messages for errors without a code. */
const unavailableMessage =
  /Connection terminated|connection error and is not queryable|not currently accepting connections|timeout exceeded when trying to connect|Can't reach database/;

/**
 * Returns true when a unique index rejected the row. For raw SQL, Prisma reports the driver's
 * error.
 */
export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  const driverError = error.meta?.['driverAdapterError'];
  return (
    error.code === 'P2002' ||
    (driverError instanceof Error &&
      isRecord(driverError.cause) &&
      driverError.cause['kind'] === 'UniqueConstraintViolation')
  );
}
