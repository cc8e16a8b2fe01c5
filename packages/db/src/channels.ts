/** Postgres channels: changes for live pages, and new entries in the outbox. */
export const changesChannel = 'kerf_changes';
export const outboxChannel = 'kerf_outbox';
