import { exitCodeOf, isAppError } from '@kerf/core';
import { startEmbeddedPostgres } from './embedded-postgres.js';

/**
 * A process that runs the embedded Postgres, so that Ctrl-C in the supervisor's terminal does not
 * stop the database before its clients. It sends its URL to the supervisor.
 */
const [folder = '.kerf/postgres'] = process.argv.slice(2);
try {
  const postgres = await startEmbeddedPostgres({
    folder,
    durable: true,
    onLog: (line) => process.stderr.write(`${line}\n`),
  });
  process.send?.({ kind: 'ready', url: postgres.url, note: postgres.note });
  let stopping = false;
  const stop = (): void => {
    stopping = true;
    void postgres.stop();
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
  await postgres.ended;
  process.exit(stopping ? 0 : 1);
} catch (error) {
  process.stderr.write(`${isAppError(error) ? error.message : String(error)}\n`);
  process.exit(exitCodeOf(error));
}
