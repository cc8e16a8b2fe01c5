import type { IncomingMessage } from 'node:http';
import type { Principal, SignInPorts } from '@kerf/application';
import type { DurationMs } from '@kerf/core';
import type { Logger } from '@kerf/telemetry';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type ApiEnv, publicUrlOf } from '../env.js';
import { ENV, LOG, PORTS, RATE_LIMITS } from '../parts.js';
import { addressKey, clientAddress } from '../request/client-address.js';
import { RateLimit, type RateLimitStore } from '../request/rate-limits.js';
import { type Credential, readBearer, readCredential, recognise } from './credentials.js';
import { refuseForeignOrigin } from './same-origin.js';
import { SocketCounts } from './socket-counts.js';

/** Properties of an open socket. */
export interface LiveSocket {
  close(code: number, reason: string): void;
}

/** A connection that was admitted by its network; `leave` is to be called once, when it closes. */
export type Admission =
  | { readonly kind: 'Admitted'; readonly leave: () => void }
  | { readonly kind: 'Refused'; readonly waitMs: DurationMs };

/** The credential of a socket, and whose it is. */
export interface Authenticated {
  readonly credential: Credential;
  readonly principal: Principal;
}

interface OpenSocket {
  readonly credential: Credential;
  /** What the caller might do when the socket was opened. */
  readonly access: string;
}

const accessKey = ({ grants }: Principal): string => JSON.stringify(grants);

const recheckEveryMs = 15_000;
/** Close code after which clients reconnect: the service restarts. */
const reconnectClose = 1_012;
/** graphql-ws does not reconnect after this code. */
export const unauthorizedClose = 4_401;
/** Of new connections from one network. */
const connectionRate = { name: 'socket', burst: 60, refillMs: 1_000, isGuess: false };

/** Which sockets may be opened, and the open ones by credential: they are closed with their session or token. */
@Injectable()
export class LiveSockets implements OnModuleInit, OnModuleDestroy {
  readonly counts = new SocketCounts();
  readonly #sockets = new Map<LiveSocket, OpenSocket>();
  readonly #connections: RateLimit;
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LOG) private readonly log: Logger,
    @Inject(RATE_LIMITS) rateLimits: RateLimitStore,
  ) {
    this.#connections = new RateLimit(rateLimits, connectionRate);
  }

  onModuleInit(): void {
    this.#timer = setInterval(() => {
      this.recheck().catch((error: unknown) => {
        // No socket is closed for it: the check is repeated soon.
        this.log.warn({ error }, 'recheck of open sockets failed');
      });
    }, recheckEveryMs);
    this.#timer.unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.#timer);
  }

  /** Counts a new connection of the request's network, unless there are too many. */
  async admit(request: IncomingMessage): Promise<Admission> {
    const network = addressKey(clientAddress(request, this.env.KERF_TRUSTED_PROXIES));
    const result = await this.#connections.take(network);
    if (result.kind === 'Refused') return result;
    return this.counts.enter('address', network)
      ? { kind: 'Admitted', leave: () => this.counts.leave('address', network) }
      : { kind: 'Refused', waitMs: 0 };
  }

  /**
   * Returns whose socket it is, or `null`. The token of `connection_init` has precedence over the cookie of
   * the page.
   * @throws AUTH.UNAUTHENTICATED, AUTH.FORBIDDEN
   */
  async authenticate(
    request: IncomingMessage,
    params: Record<string, unknown> | undefined,
  ): Promise<Authenticated | null> {
    const credential = this.#credentialOf(request, params);
    const principal = credential === null ? null : await recognise(this.ports, credential);
    return credential === null || principal === null ? null : { credential, principal };
  }

  #credentialOf(
    { headers }: IncomingMessage,
    params: Record<string, unknown> | undefined,
  ): Credential | null {
    const authorization = params?.['authorization'];
    if (typeof authorization === 'string') return readBearer(authorization);
    const credential = readCredential(headers);
    if (credential?.kind === 'Session') refuseForeignOrigin(headers, publicUrlOf(this.env));
    return credential;
  }

  add(socket: LiveSocket, { credential, principal }: Authenticated): void {
    this.#sockets.set(socket, { credential, access: accessKey(principal) });
  }

  remove(socket: LiveSocket): void {
    this.#sockets.delete(socket);
  }

  /** Closes the sockets of expired and revoked credentials, and those whose access has changed. */
  async recheck(): Promise<void> {
    const bySecret = Map.groupBy(this.#sockets, ([, { credential }]) => credential.secret);
    for (const sockets of bySecret.values()) {
      const [first] = sockets;
      if (first === undefined) continue;
      const principal = await recognise(this.ports, first[1].credential);
      for (const [socket, { access }] of sockets) {
        if (principal === null) {
          this.#close(socket, unauthorizedClose, 'The session or token is revoked or expired');
        } else if (access !== accessKey(principal)) {
          this.#close(socket, reconnectClose, 'The access of the caller has changed');
        }
      }
    }
  }

  #close(socket: LiveSocket, code: number, reason: string): void {
    this.remove(socket);
    socket.close(code, reason);
  }
}
