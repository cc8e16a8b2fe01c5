export { type ChangeFeed, openChangeFeed } from './change-feed.js';
export { type Database, type DatabaseOptions, openDatabase, withDatabaseErrors } from './client.js';
export { openFreshDatabase } from './fresh-database.js';
export { migrate } from './migrations/migrate.js';
export { createPrismaStore } from './prisma-store.js';
export { drainOutbox, type PendingOutboxEntry } from './stores/outbox.store.js';
