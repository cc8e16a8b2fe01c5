import { startEmbeddedPostgres } from './embedded-postgres.js';

/**
 * A process that holds the embedded Postgres, so that a Ctrl-C in the supervisor's terminal does not
 * stop the database before those who use it.
 */
const [dataDir, port] = process.argv.slice(2);
const postgres = await startEmbeddedPostgres({
  dataDir: dataDir ?? '.kerf/postgres',
  port: Number(port),
  durable: true,
});
process.send?.({ kind: 'ready', url: postgres.url });

const stop = (): void => {
  void postgres.stop().then(() => process.exit(0));
};
process.once('SIGTERM', stop);
process.once('SIGINT', stop);
// The channel to the supervisor does not keep this process alive; the database does.
setInterval(() => undefined, 2 ** 30);
