import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClusterConnectionDetails } from '@kerf/application';
import { type JsonObject, toRecord, toText } from '@kerf/core';
import { parseJson } from '../connect/read-body.js';
import { makeCertificate } from './certificate.js';

/** One request as received by the server. */
export interface Exchange {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  /** Parsed body; `undefined` if there is none. */
  readonly body: unknown;
  readonly response: ServerResponse;
}

/** @returns true if the script handled the exchange: answered it, closed it, or left it open */
export type Script = (exchange: Exchange) => boolean;

/**
 * An API server on real TLS sockets that a spec controls. It lists the objects that were put into
 * it and keeps watches open; a script can handle requests first.
 */
export class ScriptedCluster {
  readonly #server: Server;
  readonly #certificate: string;

  readonly exchanges: Exchange[] = [];
  readonly watches = new Map<string, Set<ServerResponse>>();
  script: Script = () => false;
  readonly #collections = new Map<string, Map<string, JsonObject>>();
  readonly #sockets = new Set<Socket>();
  #resourceVersion = 100;

  private constructor(server: Server, certificate: string) {
    this.#server = server;
    this.#certificate = certificate;
  }

  static async start(): Promise<ScriptedCluster> {
    const { certificate, key } = await makeCertificate();
    const server = createServer({ cert: certificate, key });
    const cluster = new ScriptedCluster(server, certificate);
    server.on('request', (request, response) => void cluster.#serve(request, response));
    server.on('secureConnection', (socket: Socket) => {
      cluster.#sockets.add(socket);
      socket.on('error', () => socket.destroy());
      socket.on('close', () => cluster.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    return cluster;
  }

  get details(): ClusterConnectionDetails {
    const address = this.#server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    return {
      clusterId: 'clu_scripted',
      endpoint: `https://127.0.0.1:${port}`,
      certificateAuthority: Buffer.from(this.#certificate).toString('base64'),
      target: {
        clusterName: 'scripted',
        region: 'eu-west-1',
        roleArn: 'arn:aws:iam::111122223333:role/kerf',
        externalId: null,
      },
    };
  }

  /** Adds or changes an object and notifies the watches of its collection. */
  put(path: string, object: JsonObject): JsonObject {
    const name = toText(toRecord(object['metadata'])['name']);
    const collection = this.#collection(path);
    const type = collection.has(name) ? 'MODIFIED' : 'ADDED';
    const stored = this.#stamp(object);
    collection.set(name, stored);
    this.sendEvent(path, { type, object: stored });
    return stored;
  }

  delete(path: string, name: string): void {
    const object = this.#collection(path).get(name);
    this.#collection(path).delete(name);
    if (object !== undefined)
      this.sendEvent(path, { type: 'DELETED', object: this.#stamp(object) });
  }

  /** Removes an object without an event, as if the watch had missed it. */
  lose(path: string, name: string): void {
    this.#collection(path).delete(name);
  }

  /** Writes a line to every watch of a collection. */
  sendEvent(path: string, event: unknown): void {
    for (const response of this.watches.get(path) ?? [])
      response.write(`${JSON.stringify(event)}\n`);
  }

  /** Waits until a collection is watched. */
  async watched(path: string): Promise<void> {
    while ((this.watches.get(path)?.size ?? 0) === 0) await sleep(5);
  }

  /** Closes every connection, as in a network failure. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'https://scripted');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const exchange: Exchange = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: parseJson(Buffer.concat(chunks).toString()),
      response,
    };
    this.exchanges.push(exchange);
    if (this.script(exchange)) return;
    if (exchange.query.get('watch') === '1') this.#watch(exchange);
    else if (exchange.method === 'GET') this.#list(exchange);
    else refuse(exchange, 405, 'MethodNotAllowed');
  }

  #list(exchange: Exchange): void {
    const items = [...this.#collection(exchange.path).values()];
    answer(exchange, { metadata: { resourceVersion: String(this.#resourceVersion) }, items });
  }

  #watch({ path, response }: Exchange): void {
    const watches = this.watches.get(path) ?? new Set();
    this.watches.set(path, watches.add(response));
    response.on('close', () => watches.delete(response));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  }

  #collection(path: string): Map<string, JsonObject> {
    const known = this.#collections.get(path) ?? new Map<string, JsonObject>();
    this.#collections.set(path, known);
    return known;
  }

  #stamp(object: JsonObject): JsonObject {
    this.#resourceVersion += 1;
    const resourceVersion = String(this.#resourceVersion);
    return { ...object, metadata: { ...toRecord(object['metadata']), resourceVersion } };
  }
}

/** Responds with JSON. */
export function answer({ response }: Exchange, body: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

/** Responds with a Status object, as the API server does. */
export function refuse(
  exchange: Exchange,
  code: number,
  reason: string,
  details: JsonObject = {},
): void {
  const message = toText(details['message']) || `${reason} on purpose`;
  answer(exchange, { kind: 'Status', status: 'Failure', reason, message, code, details }, code);
}
