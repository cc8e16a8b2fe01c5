import { createContext, useContext, useSyncExternalStore } from 'react';
import { createLiveConnection, type LiveStatus } from './live.js';

/** The live connection of the page, open while a user is signed in. */
export const LiveContext = createContext(createLiveConnection());

export function useLiveStatus(): LiveStatus {
  const connection = useContext(LiveContext);
  return useSyncExternalStore(connection.subscribe, connection.status);
}
