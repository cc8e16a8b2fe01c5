import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@kerf/core';
import { Client } from 'pg';

/** Until the database takes connections. @throws DB.UNAVAILABLE when it does not in time */
export async function waitForPostgres(url: string, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const client = new Client({ connectionString: url });
    client.on('error', () => undefined);
    const problem = await client.connect().then(
      () => null,
      (error: unknown) => error,
    );
    if (problem === null) {
      await client.end();
      return;
    }
    if (Date.now() > deadline) {
      throw new AppError({
        code: 'DB.UNAVAILABLE',
        message: `Postgres was not ready within ${timeoutMs / 1000} s; see .kerf/logs/postgres.log`,
        cause: problem,
      });
    }
    await sleep(100);
  }
}
