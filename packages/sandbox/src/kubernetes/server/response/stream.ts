import type { ServerResponse } from 'node:http';
import type { StreamReply } from './reply.js';

/** A client that reads slower than events come is cut off, as a real server does. */
const maxUnsentBytes = 64 * 1024 * 1024;

/** Sends a stream's texts; those of one turn of the event loop go out together. */
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
