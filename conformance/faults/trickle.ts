import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

/** Sends a part of a body byte by byte, until all is sent or the client has left. */
export async function trickle(
  outgoing: ServerResponse,
  part: Uint8Array,
  everyMs: number,
): Promise<void> {
  for (let sent = 0; sent < part.length && !outgoing.destroyed; sent += 1) {
    outgoing.write(part.subarray(sent, sent + 1));
    await sleep(everyMs);
  }
}

/** Sends interim responses until the client has left. */
export async function sendInterimOnly(outgoing: ServerResponse, everyMs: number): Promise<void> {
  while (!outgoing.destroyed) {
    outgoing.writeProcessing();
    await sleep(everyMs);
  }
}
