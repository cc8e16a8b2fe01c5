import { request } from 'node:https';
import { isObject, type Json, type JsonObject } from '../json/json.js';
import type { TestCluster } from './test-cluster.js';

export interface OpenWatch {
  /** Events so far. */
  readonly events: readonly JsonObject[];
  /** Resolves when the server has ended the watch. */
  readonly ended: Promise<void>;
  close(): void;
}

/** Opens a watch whose events a spec can inspect while they arrive. */
export function openWatch(cluster: TestCluster, path: string): OpenWatch {
  const { endpoint, adminToken, certificateAuthority } = cluster.running;
  const events: JsonObject[] = [];
  let rest = '';
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const call = request(
    `${endpoint}${path}`,
    {
      ca: Buffer.from(certificateAuthority, 'base64'),
      headers: { authorization: `Bearer ${adminToken}` },
    },
    (response) => {
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        const lines = (rest + chunk).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) {
          const event: Json = JSON.parse(line);
          if (isObject(event)) events.push(event);
        }
      });
      response.on('close', resolve);
    },
  );
  // Closing the cluster interrupts its watches.
  call.on('error', () => resolve());
  call.end();
  return { events, ended, close: () => call.destroy() };
}
