import type { IncomingMessage } from 'node:http';
import type { Principal, SignInPorts } from '@kerf/application';
import { AppError, type DurationMs } from '@kerf/core';
import type { Logger } from '@kerf/system';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type ApiEnv, publicUrlOf } from '../env.js';
import { ENV, LOG, PORTS, RATE_LIMITS } from '../parts.js';
import { addressKey, clientAddress } from '../request/client-address.js';
import { RateLimit, type RateLimitStore } from '../request/rate-limits.js';
import {
  type CookieNames,
  type Credential,
  cookieNamesOf,
  credentialIdOf,
  readBearer,
  readCredential,
  recognise,
} from './credentials.js';
import { isOwnHost } from './is-own-host.js';
import { refuseForeignOrigin } from './same-origin.js';
import { SocketCounts } from './socket-counts.js';

/** Properties of an open socket. */
export interface LiveSocket {
  close(code: number, reason: string): void;
}

interface Admitted {
  readonly kind: 'Admitted';
  readonly leave: () => void;
  readonly giveBack: () => Promise<void>;
}

/** A connection that was admitted; `leave` is to be called once, when it closes. */
export type Admission = Admitted | { readonly kind: 'Refused'; readonly waitMs: DurationMs };

/** The credential of a socket, and whose it is. */
export interface Authenticated {
  readonly credential: Credential;
  readonly principal: Principal;
}

interface OpenSocket {
  readonly credential: Credential;
  /** Rights of the caller when the socket was opened. */
  readonly access: string;
}

const accessKey = ({ grants }: Principal): string => JSON.stringify(grants);

const recheckEveryMs = 15_000;
/** Close code after which clients reconnect: the service restarts. */
const reconnectClose = 1_012;
/** graphql-ws does not reconnect after this code. */
export const unauthorizedClose = 4_401;
/** Limits of new connections: of one session or token, and, of those that say later whose they are, of one network. */
const connectionRate = { name: 'socket', burst: 60, refillMs: 1_000, isGuess: true };

/**
 * Decides which sockets may be opened, and keeps the open ones by credential: they are closed with their session
 * or token.
 */
@Injectable()
export class LiveSockets implements OnModuleInit, OnModuleDestroy {
  readonly counts = new SocketCounts();
  readonly #sockets = new Map<LiveSocket, OpenSocket>();
  readonly #connections: RateLimit;
  readonly #cookies: CookieNames;
  /** Connections that are counted against their network. */
  readonly #strangers = new WeakMap<IncomingMessage, Admitted>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(ENV) private readonly env: ApiEnv,
    @Inject(PORTS) private readonly ports: SignInPorts,
    @Inject(LOG) private readonly log: Logger,
    @Inject(RATE_LIMITS) rateLimits: RateLimitStore,
  ) {
    this.#cookies = cookieNamesOf(env);
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

  /** Whether the connection is for this Kerf by its name; see {@link isOwnHost}. */
  isOwnHost({ headers }: IncomingMessage): boolean {
    return isOwnHost(headers, this.env);
  }

  /**
   * Counts a new connection against its session or token, so that nobody else of the network keeps it out; against
   * the network while it names neither, until {@link settle}.
   */
  async admit(request: IncomingMessage): Promise<Admission> {
    const principal = await this.#principalOfHeaders(request);
    if (principal !== null) return this.#admitAs('connecting', credentialIdOf(principal));
    const network = addressKey(clientAddress(request, this.env.KERF_TRUSTED_PROXIES));
    const admission = await this.#admitAs('address', network);
    if (admission.kind === 'Admitted') this.#strangers.set(request, admission);
    return admission;
  }

  /**
   * Counts a connection that has now said whose it is against that session or token, no longer against its network.
   * @returns false if the session or token opens too many
   */
  async settle(request: IncomingMessage, principal: Principal): Promise<boolean> {
    const stranger = this.#strangers.get(request);
    if (stranger === undefined) return true;
    this.#strangers.delete(request);
    stranger.leave();
    await stranger.giveBack();
    return (await this.#connections.take(credentialIdOf(principal))).kind === 'Taken';
  }

  async #admitAs(kind: 'address' | 'connecting', key: string): Promise<Admission> {
    const result = await this.#connections.take(key);
    if (result.kind === 'Refused') return result;
    if (!this.counts.enter(kind, key)) return { kind: 'Refused', waitMs: 0 };
    let isCounted = true;
    const leave = (): void => {
      if (isCounted) this.counts.leave(kind, key);
      isCounted = false;
    };
    return { kind: 'Admitted', leave, giveBack: result.giveBack };
  }

  /** A credential that cannot be read or is not accepted is told later, when the socket is open. */
  async #principalOfHeaders(request: IncomingMessage): Promise<Principal | null> {
    try {
      return (await this.authenticate(request, undefined))?.principal ?? null;
    } catch (error) {
      if (error instanceof AppError) return null;
      throw error;
    }
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
    const credential = readCredential(headers, this.#cookies);
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
