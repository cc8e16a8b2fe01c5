import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterId } from '@kerf/core';
import { Client } from 'pg';
import { explainConnection } from './explain-connection.js';
import {
  changesChannel,
  type DeliveredChange,
  outboxChannel,
  readNotice,
  revisionsChannel,
} from './json/notice.js';

interface FeedEvents {
  change: [DeliveredChange];
  outbox: [];
  /** The revision of a cluster's records has grown. */
  revision: [clusterId: ClusterId];
  /** The connection was lost and restored: any change may have been missed. */
  gap: [];
}

/**
 * Notifies about changes that other processes commit. Uses its own connection and reconnects it.
 */
export interface ChangeFeed {
  readonly events: EventEmitter<FeedEvents>;
  /** False while a lost connection is being renewed. */
  isListening(): boolean;
  close(): Promise<void>;
}

/**
 * Opens the change feed. A connection that is lost later is restored in the background.
 * @returns once it listens
 * @throws DB.UNAVAILABLE if the first connection fails
 */
export async function openChangeFeed(url: string, applicationName: string): Promise<ChangeFeed> {
  const events = new EventEmitter<FeedEvents>();
  events.setMaxListeners(0);
  const state: { client: Client; closed: boolean; listening: boolean } = {
    client: await explainConnection(url, () => listen(url, applicationName, events)),
    closed: false,
    listening: true,
  };
  const reconnect = async (): Promise<void> => {
    for (let attempt = 0; !state.closed; attempt += 1) {
      await sleep(Math.min(100 * 2 ** attempt, 5_000));
      const client = await listen(url, applicationName, events).catch(() => null);
      if (client === null) continue;
      state.client = client;
      state.listening = true;
      watchForLoss();
      events.emit('gap');
      return;
    }
  };
  const watchForLoss = (): void => {
    let lost = false;
    const onLoss = (): void => {
      if (lost || state.closed) return;
      lost = true;
      state.listening = false;
      void reconnect();
    };
    state.client.on('error', onLoss);
    state.client.on('end', onLoss);
  };
  watchForLoss();
  return {
    events,
    isListening: () => state.listening,
    close: async () => {
      state.closed = true;
      await state.client.end();
    },
  };
}

async function listen(
  url: string,
  applicationName: string,
  events: EventEmitter<FeedEvents>,
): Promise<Client> {
  const client = new Client({
    connectionString: url,
    application_name: applicationName,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  });
  client.on('notification', ({ channel, payload = '' }) => {
    if (channel === outboxChannel) events.emit('outbox');
    else if (channel === revisionsChannel) events.emit('revision', payload);
    else {
      const notice = readNotice(payload);
      // The notice comes from another version and cannot be read.
      if (notice === null) events.emit('gap');
      else events.emit('change', notice);
    }
  });
  await client.connect();
  await client.query(`LISTEN ${changesChannel}`);
  await client.query(`LISTEN ${outboxChannel}`);
  await client.query(`LISTEN ${revisionsChannel}`);
  return client;
}
