// API servers in a process of their own: the first argument is their poison, the second their number.
// Each adds a pod five times a second; its name is the time at which it was sent.
import { spawnSync } from 'node:child_process';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { setPriority } from 'node:os';
import { pendingPodObject } from '@kerf/testing';
import { makeCertificate } from '../packages/cluster-kubernetes/src/testing/certificate.ts';

const [, , poison = 'none', amount = '1'] = process.argv;
// Only the measured process may have a real-time priority (`chrt`); its children inherit it.
spawnSync('chrt', ['--all-tasks', '--other', '--pid', '0', String(process.pid)]);
// The poison is to cost the reader, not to take a core from it and from the other servers.
if (poison !== 'none') setPriority(19);
const pods = '/api/v1/pods';
const podEveryMs = 200;
const podKeptMs = 3_000;
/** Pages and events that were sent. */
let count = 0;
const piece = 'x'.repeat(64 * 1024);

const { certificate, key } = await makeCertificate();
const servers = await Promise.all(Array.from({ length: Number(amount) }, serve));
process.send?.({ ports: servers, ca: Buffer.from(certificate).toString('base64') });

async function serve(): Promise<number> {
  const watches = new Set<ServerResponse>();
  const server = createServer({ cert: certificate, key }, (request, response) => {
    const url = new URL(request.url ?? '/', 'https://bench');
    request.resume();
    response.on('error', () => undefined);
    response.writeHead(200, { 'content-type': 'application/json' });
    if (isPoisoned(url, response)) return;
    if (!url.searchParams.has('watch')) {
      response.end(JSON.stringify({ metadata: { resourceVersion: '1' }, items: [] }));
      return;
    }
    response.flushHeaders();
    if (url.pathname !== pods) return;
    watches.add(response);
    response.on('close', () => watches.delete(response));
  });
  const send = (type: string, name: string): void => {
    for (const watch of watches) watch.write(`${JSON.stringify({ type, object: pod(name) })}\n`);
  };
  setInterval(() => {
    const name = `${Date.now()}`;
    send('ADDED', name);
    setTimeout(() => send('DELETED', name), podKeptMs);
  }, podEveryMs);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

/** Answers what the poison concerns; returns false for other requests. */
function isPoisoned({ pathname, searchParams }: URL, response: ServerResponse): boolean {
  const isWatch = searchParams.has('watch');
  if (poison === 'lists' && !isWatch) {
    count += 1;
    const items = Array.from({ length: 500 }, (_, item) => pod(`l-${count}-${item}`));
    const metadata = { resourceVersion: '1', continue: `t${count}` };
    response.end(JSON.stringify({ metadata, items }));
    return true;
  }
  if (poison === 'events' && isWatch && pathname === pods) {
    pour(response, nextEvent);
    return true;
  }
  if (poison !== (isWatch ? 'lines' : 'bodies')) return false;
  pour(response, () => piece);
  return true;
}

function nextEvent(): string {
  count += 1;
  return `${JSON.stringify({ type: 'ADDED', object: pod(`e-${count}`) })}\n`;
}

function pour(response: ServerResponse, next: () => string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(next()));
  };
  response.on('drain', more);
  more();
}

function pod(name: string): object {
  return pendingPodObject(name);
}
