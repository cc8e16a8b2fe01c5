export * from './client.js';
export * from './generated/api.js';
export * from './watch-changes.js';
