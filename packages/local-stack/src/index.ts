export { findFreePort } from './network/find-free-port.js';
export {
  type EmbeddedPostgresOptions,
  type RunningPostgres,
  removeEmbeddedPostgres,
  startEmbeddedPostgres,
} from './postgres/embedded-postgres.js';
