import { exitCodeOf, isAppError } from '@kerf/core';
import { startEmbeddedPostgres } from './embedded-postgres.js';

/**
 * A process that runs the embedded Postgres, so that Ctrl-C in the supervisor's terminal does not
 * stop the database before its clients. It sends its URL to the supervisor.
 */
const [folder = '.kerf/postgres'] = process.argv.slice(2);
const stop = new AbortController();
process.once('SIGTERM', () => stop.abort());
process.once('SIGINT', () => stop.abort());
try {
  const postgres = await startEmbeddedPostgres({
    folder,
    durable: true,
    signal: stop.signal,
    onLog: (line) => process.stderr.write(`${line}\n`),
  });
  process.send?.({ kind: 'ready', url: postgres.url, note: postgres.note });
  stop.signal.addEventListener('abort', () => void postgres.stop());
  if (stop.signal.aborted) await postgres.stop();
  await postgres.ended;
  process.exit(stop.signal.aborted ? 0 : 1);
} catch (error) {
  if (stop.signal.aborted) process.exit(0);
  process.stderr.write(`${isAppError(error) ? error.message : String(error)}\n`);
  process.exit(exitCodeOf(error));
}
