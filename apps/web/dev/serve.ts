import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer } from 'ws';
import * as z from 'zod/mini';
import { createDevApi, type DevApi } from './api/api.js';
import { createWorld } from './world/world.js';

const dist = join(import.meta.dirname, '../dist');
const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export interface ServeOptions {
  readonly port: number;
  /** Nodes of the largest cluster; 0: a few dozen. */
  readonly nodes: number;
}

/**
 * The built dashboard and the schema over a fleet in memory, with the content security policy of
 * the product. `PORT`, `NODES` choose port and size. Any name and a password of 12 letters sign in.
 */
export async function serve({ port, nodes }: ServeOptions): Promise<void> {
  const clock = () => Date.now();
  const api = createDevApi(createWorld({ now: clock(), nodes }), clock);
  const server = createServer((request, response) => {
    answer(api, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  const socket = new WebSocketServer({ server, path: '/graphql' });
  useServer({ schema: api.schema, roots: { subscription: api.subscriptions } }, socket);
  setInterval(() => {
    api.changes.publish({ topic: 'NODES', clusterId: 'clu_1', id: null, version: clock() });
  }, 5_000).unref();
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  process.stdout.write(`Development API and dashboard: http://127.0.0.1:${port}\n`);
}

async function answer(api: DevApi, request: IncomingMessage, response: ServerResponse) {
  const url = new URL(request.url ?? '/', 'http://localhost');
  response.setHeader('x-request-id', `req_${randomBytes(6).toString('hex')}`);
  if (url.pathname === '/graphql') return answerGraphql(api, request, response);
  if (url.pathname === '/auth/sign-in') return answerSignIn(request, response);
  return answerFile(url.pathname, response);
}

const graphqlBody = z.object({
  query: z.string(),
  variables: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
});

async function answerGraphql(api: DevApi, request: IncomingMessage, response: ServerResponse) {
  if (/kerf-out=1/.test(request.headers.cookie ?? '')) {
    response
      .writeHead(401, { 'content-type': 'application/problem+json' })
      .end('{"title":"Signed out"}');
    return;
  }
  if (request.headers['x-kerf-csrf'] !== '1') {
    response.writeHead(403).end();
    return;
  }
  const { query, variables } = graphqlBody.parse(JSON.parse(await readBody(request)));
  const result = await api.run(query, variables ?? {});
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(result));
}

const signInBody = z.object({ name: z.string(), password: z.string() });

async function answerSignIn(request: IncomingMessage, response: ServerResponse) {
  const { password } = signInBody.parse(JSON.parse(await readBody(request)));
  if (password.length < 12) {
    response
      .writeHead(401, { 'content-type': 'application/problem+json' })
      .end(JSON.stringify({ title: 'Not signed in', detail: 'Name or password is wrong.' }));
    return;
  }
  response.writeHead(204, { 'set-cookie': 'kerf-out=0; Path=/; SameSite=Lax' }).end();
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

function answerFile(path: string, response: ServerResponse): void {
  const file = join(dist, normalize(path));
  if (path !== '/' && file.startsWith(dist) && existsSync(file)) {
    response.writeHead(200, {
      'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/assets/')
        ? 'public, max-age=31536000, immutable'
        : 'no-cache',
    });
    createReadStream(file).pipe(response);
    return;
  }
  const nonce = randomBytes(16).toString('base64url');
  const html = readFileSync(join(dist, 'index.html'), 'utf8').replace('__CSP_NONCE__', nonce);
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(nonce),
    })
    .end(html);
}

const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'none'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
