import type { ServerResponse } from 'node:http';
import type { StreamReply } from './reply.js';

/** A client that reads too slowly is disconnected, as by a real server. */
const maxUnsentBytes = 64 * 1024 * 1024;

/** Sends the texts of a stream; those of one event-loop turn are sent together. */
export function startStream(response: ServerResponse, reply: StreamReply): void {
  response.writeHead(200, {
    'content-type': reply.contentType,
    'cache-control': 'no-cache, private',
  });
  response.flushHeaders();
  let pending: string[] = [];
  let isEnding = false;
  const flush = (): void => {
    if (pending.length > 0) response.write(pending.join(''));
    pending = [];
    if (isEnding) response.end();
    else if (response.writableLength > maxUnsentBytes) response.destroy();
  };
  const schedule = (): void => {
    if (pending.length === 0 && !isEnding) setImmediate(flush);
  };
  reply.start({
    write: (text) => {
      schedule();
      pending.push(text);
    },
    end: () => {
      schedule();
      isEnding = true;
    },
    onClose: (listener) => response.once('close', listener),
  });
}
