import { createSecureContext } from 'node:tls';
import type { Clock, ClusterConnectionDetails } from '@kerf/application';
import { type AppError, type DurationMs, hasErrorCode, RemoteClock } from '@kerf/core';
import { type AddressPolicy, createGuardedLookup, startDeadline } from '@kerf/system';
import { HttpMethod, type KubeConfig, RequestContext } from '@kubernetes/client-node';
import { Agent, buildConnector, type Dispatcher, request as send } from 'undici';
import {
  describeRequest,
  toRefusalError,
  toUnexpectedAnswerError,
  toUnreachableError,
} from '../errors.js';
import type { PermittedRequest } from '../request-permission.js';
import { ByteBudget } from './byte-budget.js';
import { endpointRefusal, requireDialable } from './endpoint-refusal.js';
import { createKubeConfig } from './kube-config.js';
import { limitHandshakes } from './limit-handshakes.js';
import { Pace } from './pace.js';
import { type BodyLimits, parseJson, readText } from './read-body.js';
import { Slots } from './slots.js';
import { type ClusterTokenSource, TokenCache } from './token-cache.js';
import { Turns } from './turns.js';

export interface ClusterRequest {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path from the root of the API, e.g. `/api/v1/nodes`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Default: `application/json`. */
  readonly contentType?: string;
  /** Timeout for the start of the response; default: that of the connection. */
  readonly answerWithinMs?: DurationMs;
  /** Timeout for pauses within the response; default: that of the connection. */
  readonly pauseWithinMs?: DurationMs;
  /**
   * Timeout for the whole response; default: three times that of the connection. A response whose
   * parts arrive slowly has no long pause, and would never end.
   */
  readonly wholeWithinMs?: DurationMs;
  /** Maximum size of the response, unless it is read as a stream; default 8 MiB. */
  readonly maxBytes?: number | undefined;
  readonly signal?: AbortSignal;
}

export interface ClusterConnectionOptions {
  readonly details: ClusterConnectionDetails;
  readonly tokens: ClusterTokenSource;
  readonly clock: Clock;
  readonly endpoints: AddressPolicy;
  /** Timeout for the start of a response, and for pauses within it; default 10 s. */
  readonly answerWithinMs?: DurationMs;
  /** Bytes of all responses that are held at the same time; default 32 MiB. */
  readonly maxBytesInFlight?: number;
}

const connectWithinMs: DurationMs = 5_000;
const handshakesAtOnce = 4;
const defaultAnswerWithinMs: DurationMs = 10_000;

const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;
/**
 * A page of 500 pods has 3–5 MB. etcd accepts objects up to 1.5 MB, which can be several times as
 * large as JSON.
 */
const defaultMaxBytes = 8 * mebibyte;
/** Only the status, reason and causes of an error are read. */
const maxErrorBytes = 16 * kibibyte;
const pagesAtOnce = 3;
/** Room for the pages that are read at the same time, and for a line of a watch. */
const defaultBytesInFlight = (pagesAtOnce + 1) * defaultMaxBytes;

/**
 * One cluster's API over HTTPS: authenticated, with timeouts, and error responses as `AppError`s.
 */
export class ClusterConnection {
  readonly #tokens: TokenCache;
  readonly #kubeConfig: KubeConfig;
  readonly #agent: Agent;
  readonly #answerWithinMs: DurationMs;
  readonly #clock: Clock;
  readonly #serverClock = new RemoteClock();
  /** The endpoint without a trailing slash. */
  readonly endpoint: string;
  /** Writes of one object wait for each other, by path: otherwise they would be in conflict. */
  readonly writes = new Turns();
  /** Pages of lists that are read at the same time. */
  readonly pages = new Slots(pagesAtOnce);
  /** Limits the time that is spent on reading the cluster. */
  readonly pace = new Pace();
  readonly #inFlight: ByteBudget;

  constructor(options: ClusterConnectionOptions) {
    const { details, tokens, clock, endpoints, answerWithinMs, maxBytesInFlight } = options;
    this.#inFlight = new ByteBudget(maxBytesInFlight ?? defaultBytesInFlight);
    this.#answerWithinMs = answerWithinMs ?? defaultAnswerWithinMs;
    this.#clock = clock;
    this.#tokens = new TokenCache(details.target, tokens, clock);
    this.#kubeConfig = createKubeConfig(details, () => this.#tokens.get());
    this.endpoint = details.endpoint.replace(/\/+$/, '');
    requireDialable(endpoints, this.endpoint);
    this.#agent = createAgent(details.certificateAuthority, endpoints);
  }

  /** How far the clock of the API server is ahead of Kerf's, see {@link RemoteClock}. */
  get clockAheadMs(): DurationMs | null {
    return this.#serverClock.aheadMs;
  }

  /**
   * Returns the JSON of the response.
   * @throws CLUSTER.* by the status of the response, CLUSTER.UNREACHABLE without a response,
   * CLUSTER.TOO_LARGE
   */
  async json(request: ClusterRequest): Promise<unknown> {
    return this.parse(request, await this.text(request));
  }

  /**
   * Returns the JSON of a response that was read before.
   * @throws CLUSTER.TOO_LARGE, CLUSTER.FAILED
   */
  async parse(request: ClusterRequest, text: string): Promise<unknown> {
    const doing = describeRequest(request);
    const answer = await this.pace.run(() => parseJson(text, doing), request.signal);
    if (answer === undefined)
      throw toUnexpectedAnswerError(doing, 'the response is not valid JSON');
    return answer;
  }

  /** Returns the response as a stream for one reader. Throws as {@link json}. */
  async stream(request: ClusterRequest): Promise<Dispatcher.ResponseData['body']> {
    const doing = describeRequest(request);
    try {
      const response = await this.#attemptTwice(request);
      if (response.statusCode >= 200 && response.statusCode < 300) return response.body;
      throw await this.#refusalOf(request, response);
    } catch (cause) {
      throw toUnreachableError(doing, cause);
    }
  }

  /** Returns the text of the response. Throws as {@link json}. */
  async text(request: ClusterRequest): Promise<string> {
    const doing = describeRequest(request);
    const body = await this.stream(request);
    try {
      return await readText(body, this.limitsOf(request));
    } catch (cause) {
      throw toUnreachableError(doing, cause);
    }
  }

  /** Returns how much of a response may be held. */
  limitsOf(request: PermittedRequest & Pick<ClusterRequest, 'maxBytes' | 'signal'>): BodyLimits {
    const { maxBytes = defaultMaxBytes, signal } = request;
    const doing = describeRequest(request);
    return { doing, maxBytes, budget: this.#inFlight, pace: this.pace, signal };
  }

  /** Aborts every running request. */
  async close(): Promise<void> {
    await this.#agent.destroy();
  }

  /**
   * Retries a rejected token once with a new one: it may have been revoked, or a clock may be
   * skewed.
   */
  async #attemptTwice(request: ClusterRequest): Promise<Dispatcher.ResponseData> {
    const token = await this.#tokens.get();
    const response = await this.#attempt(request);
    if (response.statusCode !== 401) return response;
    await response.body.dump();
    this.#tokens.drop(token);
    return this.#attempt(request);
  }

  async #attempt(request: ClusterRequest): Promise<Dispatcher.ResponseData> {
    const context = new RequestContext(this.#urlOf(request), HttpMethod[request.method]);
    // Only the headers are used: its dispatcher would be a new connection pool for each request.
    await this.#kubeConfig.applySecurityAuthentication(context);
    const deadline = startDeadline(
      request.wholeWithinMs ?? 3 * this.#answerWithinMs,
      request.signal,
    );
    const sentAt = this.#clock.now();
    try {
      const response = await this.#send(request, context, deadline.signal);
      const { date } = response.headers;
      this.#serverClock.record({ date, sentAt, receivedAt: this.#clock.now() });
      response.body.once('close', () => deadline.end());
      return response;
    } catch (cause) {
      deadline.end();
      throw cause;
    }
  }

  #send(
    request: ClusterRequest,
    context: RequestContext,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const hasBody = request.body !== undefined;
    return send(context.getUrl(), {
      method: request.method,
      dispatcher: this.#agent,
      headers: {
        ...context.getHeaders(),
        accept: 'application/json',
        'user-agent': 'kerf',
        ...(hasBody && { 'content-type': request.contentType ?? 'application/json' }),
      },
      body: hasBody ? JSON.stringify(request.body) : null,
      headersTimeout: request.answerWithinMs ?? this.#answerWithinMs,
      bodyTimeout: request.pauseWithinMs ?? this.#answerWithinMs,
      signal,
    });
  }

  async #refusalOf(request: ClusterRequest, response: Dispatcher.ResponseData): Promise<AppError> {
    const header = response.headers['retry-after'];
    const retryAfter = typeof header === 'string' ? header : null;
    const body = await this.#readErrorBody(request, response);
    return toRefusalError({ request, httpStatus: response.statusCode, body, retryAfter });
  }

  /** Returns `undefined` for a body that is too large: the status of the response is known. */
  async #readErrorBody(
    request: ClusterRequest,
    { body }: Dispatcher.ResponseData,
  ): Promise<unknown> {
    try {
      return parseJson(
        await readText(body, this.limitsOf({ ...request, maxBytes: maxErrorBytes })),
      );
    } catch (error) {
      if (hasErrorCode(error, 'CLUSTER.TOO_LARGE')) return undefined;
      throw error;
    }
  }

  #urlOf({ path, query }: ClusterRequest): string {
    const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
    return `${this.endpoint}${path}${search}`;
  }
}

/**
 * Uses HTTP/1.1, although the API server offers HTTP/2: each watch then has its own connection and
 * flow control, so that a slow or stalled watch does not delay others.
 */
function createAgent(certificateAuthority: string, endpoints: AddressPolicy): Agent {
  const ca = Buffer.from(certificateAuthority, 'base64').toString('utf8');
  const connect = buildConnector({
    allowH2: false,
    timeout: connectWithinMs,
    // Load balancers drop idle connections; TCP keep-alive probes prevent that.
    keepAliveInitialDelay: 30_000,
    lookup: createGuardedLookup((host, addresses) => endpointRefusal(endpoints, host, addresses)),
    // Parsed once: a cluster has a connection for each watch.
    ...(ca !== '' && { secureContext: createSecureContext({ ca }) }),
  });
  return new Agent({ allowH2: false, connect: limitHandshakes(connect, handshakesAtOnce) });
}
