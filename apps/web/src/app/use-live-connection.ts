import { useQueryClient } from '@tanstack/react-query';
import { useContext, useEffect } from 'react';
import { readOnChange } from '../lib/changes.js';
import { LiveContext } from '../lib/live-status.js';

/** Keeps the live connection open while a user is signed in, and refetches changed data. */
export function useLiveConnection(isSignedIn: boolean): void {
  const client = useQueryClient();
  const connection = useContext(LiveContext);
  useEffect(() => {
    if (!isSignedIn) return undefined;
    const changes = readOnChange(client);
    const close = connection.open(liveUrl(), {
      onChange: changes.add,
      onReconnect: () => void client.invalidateQueries(),
    });
    return () => {
      changes.stop();
      close();
    };
  }, [client, connection, isSignedIn]);
}

function liveUrl(): string {
  const { protocol, host } = window.location;
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/graphql`;
}
