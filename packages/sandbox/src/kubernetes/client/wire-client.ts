import type { ClientRequest, IncomingMessage } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import { isObject, type Json, type JsonObject } from '../json/json.js';

export interface Answer {
  readonly code: number;
  /** The body, or an empty object if it is not a JSON object. */
  readonly body: JsonObject;
  readonly text: string;
  readonly header: (name: string) => string | undefined;
}

export interface CallOptions {
  /** Empty: no token is sent. */
  readonly token: string;
  /** Default: JSON. */
  readonly contentType?: string;
  readonly accept?: string;
}

export interface OpenWatch {
  /** Events so far. */
  readonly events: readonly JsonObject[];
  /** Resolves when the server has ended the watch. */
  readonly ended: Promise<void>;
  close(): void;
}

/** The server that a {@link WireClient} calls. */
export interface WireServer {
  readonly endpoint: string;
  /** PEM. */
  readonly certificateAuthority: string | Buffer;
}

/** Shows what a Kubernetes API has on the wire: status, headers, bodies and lines of watches. */
export class WireClient {
  readonly #server: WireServer;

  constructor(server: WireServer) {
    this.#server = server;
  }

  /** @param body an object that is sent as JSON, or text */
  call(
    method: string,
    path: string,
    body: Json | undefined,
    { token, contentType = 'application/json', accept }: CallOptions,
  ): Promise<Answer> {
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const call = this.#request(path, {
        method,
        headers: {
          ...authorization(token),
          ...(content === undefined
            ? {}
            : { 'content-type': contentType, 'content-length': Buffer.byteLength(content) }),
          ...(accept === undefined ? {} : { accept }),
        },
      });
      call.on('response', (response) => {
        readText(response).then((text) => resolve(answerOf(response, text)), reject);
      });
      call.on('error', reject);
      call.end(content);
    });
  }

  /** Opens a watch whose events a spec can inspect while they arrive. */
  watch(path: string, token: string): OpenWatch {
    const events: JsonObject[] = [];
    let rest = '';
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const call = this.#request(path, { headers: authorization(token) });
    call.on('response', (response) => {
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
    });
    // Closing the server interrupts its watches.
    call.on('error', () => resolve());
    call.end();
    return { events, ended, close: () => call.destroy() };
  }

  #request(path: string, options: RequestOptions): ClientRequest {
    const { endpoint, certificateAuthority } = this.#server;
    return request(`${endpoint}${path}`, { ...options, ca: certificateAuthority });
  }
}

const authorization = (token: string): Readonly<Record<string, string>> =>
  token === '' ? {} : { authorization: `Bearer ${token}` };

async function readText(response: IncomingMessage): Promise<string> {
  response.setEncoding('utf8');
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return text;
}

function answerOf(response: IncomingMessage, text: string): Answer {
  const { headers, statusCode } = response;
  return {
    code: statusCode ?? 0,
    text,
    body: bodyOf(text),
    header: (name) => headers[name]?.toString(),
  };
}

/** Some JSON documents are sent as text. */
function bodyOf(text: string): JsonObject {
  if (!text.startsWith('{') || text.includes('}\n{')) return {};
  const value: Json = JSON.parse(text);
  return isObject(value) ? value : {};
}
