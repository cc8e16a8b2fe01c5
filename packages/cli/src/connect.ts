import {
  type ClientOptions,
  createKerfClient,
  createUncheckedCall,
  type KerfClient,
  type UncheckedCall,
} from '@kerf/client';
import { type Context, readConfig } from './config.js';
import { exitCodes } from './exit-codes.js';
import { Failure } from './failure.js';
import { type Io, variable } from './io.js';
import { notFound } from './output/sentences.js';

/** Options of every command that calls the API. */
export interface ConnectOptions {
  readonly context?: string;
  readonly server?: string;
  readonly token?: string;
}

/** Returns the client of the server that options, environment and context name, in this order. */
export const connect = async (io: Io, options: ConnectOptions): Promise<KerfClient> =>
  createKerfClient(await accessOf(io, options));

/** The same for calls whose bodies are written by the user. */
export const connectUnchecked = async (io: Io, options: ConnectOptions): Promise<UncheckedCall> =>
  createUncheckedCall(await accessOf(io, options));

async function accessOf(io: Io, options: ConnectOptions): Promise<ClientOptions> {
  const { server, token } = options;
  const stored = await contextOf(io, options);
  const url = server ?? variable(io, 'KERF_SERVER') ?? stored?.url;
  // The token of a context is for its own server only.
  const ownToken = url === stored?.url ? stored?.token : undefined;
  const credential = token ?? variable(io, 'KERF_TOKEN') ?? ownToken;
  if (url !== undefined && credential !== undefined) {
    return { url: toBaseUrl(url), token: credential, fetch: io.fetch };
  }
  const missing = url === undefined ? 'No server is known' : `No token is known for ${url}`;
  throw new Failure(
    exitCodes.refused,
    `${missing}. Run \`kerf login --server URL\`, or set KERF_SERVER and KERF_TOKEN.`,
  );
}

async function contextOf(io: Io, { context }: ConnectOptions): Promise<Context | undefined> {
  const { contexts, current } = await readConfig(io);
  const name = context ?? variable(io, 'KERF_CONTEXT') ?? current;
  const stored = name === null ? undefined : contexts[name];
  if (context === undefined || stored !== undefined) return stored;
  const known = Object.keys(contexts).join(', ');
  throw new Failure(
    exitCodes.usage,
    `${notFound('Context', context)} Known contexts: ${known === '' ? 'none' : known}.`,
  );
}

/** Returns the URL without a trailing slash. A token is not sent in clear text to another machine. */
export function toBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isLocal = url !== null && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isLocal)) {
    return url.href.replace(/\/+$/, '');
  }
  throw new Failure(
    exitCodes.usage,
    `${text} is not an address of a server. Use https://… (http:// only for this machine).`,
  );
}
