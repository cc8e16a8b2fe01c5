import type { ApiParts } from '../../api/target.js';
import {
  prepareWatch,
  type Watch,
  type WatchEvent,
  type WatchQuery,
  type WatchSink,
} from '../../api/watch-objects.js';
import { renderObject, type View } from './render.js';
import { type EventStream, jsonType, type StreamReply } from './reply.js';

const bookmarkEveryMs = 60_000;
const minTimeoutSeconds = 30 * 60;

/**
 * Returns a watch response with one JSON event per line, which ends at its timeout or when a side
 * closes it.
 */
export function watchReply(
  parts: ApiParts,
  view: View,
  query: WatchQuery,
  timeoutSeconds: number | undefined,
): StreamReply {
  const open = prepareWatch(parts, view.target, query);
  return {
    kind: 'Stream',
    contentType: jsonType,
    start: (stream) => startWatch(open, view, { stream, timeoutSeconds }),
  };
}

interface WatchConnection {
  readonly stream: EventStream;
  readonly timeoutSeconds: number | undefined;
}

function startWatch(
  open: (sink: WatchSink) => Watch,
  view: View,
  { stream, timeoutSeconds }: WatchConnection,
): void {
  const watch = open({
    emit: (event) => stream.write(`${lineOf(event, view)}\n`),
    end: () => stream.end(),
  });
  const seconds = timeoutSeconds ?? minTimeoutSeconds * (1 + Math.random());
  const bookmarks = setInterval(() => watch.bookmark(), bookmarkEveryMs);
  const timeout = setTimeout(() => {
    if (seconds * 1000 > bookmarkEveryMs) watch.bookmark();
    stream.end();
  }, seconds * 1000);
  stream.onClose(() => {
    clearInterval(bookmarks);
    clearTimeout(timeout);
    watch.close();
  });
}

function lineOf(event: WatchEvent, view: View): string {
  if (event.type === 'ERROR') return JSON.stringify({ type: 'ERROR', object: event.status });
  if (event.type === 'BOOKMARK') return bookmarkLine(event, view);
  return `{"type":"${event.type}","object":${renderObject(event.object, view)}}`;
}

function bookmarkLine(event: Extract<WatchEvent, { type: 'BOOKMARK' }>, { target }: View): string {
  const annotations = event.endsInitialEvents
    ? { annotations: { 'k8s.io/initial-events-end': 'true' } }
    : {};
  const object = {
    kind: target.resource.kind,
    apiVersion: target.version.apiVersion,
    metadata: { resourceVersion: String(event.revision), ...annotations },
  };
  return JSON.stringify({ type: 'BOOKMARK', object });
}
