/** Postgres channels: what changed for live pages, and that the outbox has something to send. */
export const changesChannel = 'kerf_changes';
export const outboxChannel = 'kerf_outbox';
