import type { Logger } from '@kerf/telemetry';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type ApiPorts, LOG, PORTS } from '../parts.js';
import { type Credential, recognise } from './credentials.js';
import { SocketCounts } from './socket-counts.js';

/** Properties of an open socket. */
export interface LiveSocket {
  close(code: number, reason: string): void;
}

const recheckEveryMs = 15_000;
/** graphql-ws does not reconnect after this code. */
export const unauthorizedClose = 4_401;

/** Open sockets by credential, so that they are closed with their session or token. */
@Injectable()
export class LiveSockets implements OnModuleInit, OnModuleDestroy {
  readonly counts = new SocketCounts();
  readonly #sockets = new Map<LiveSocket, Credential>();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(PORTS) private readonly ports: ApiPorts,
    @Inject(LOG) private readonly log: Logger,
  ) {}

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

  add(socket: LiveSocket, credential: Credential): void {
    this.#sockets.set(socket, credential);
  }

  remove(socket: LiveSocket): void {
    this.#sockets.delete(socket);
  }

  /** Closes the sockets of expired and revoked credentials. */
  async recheck(): Promise<void> {
    const bySecret = Map.groupBy(this.#sockets, ([, { secret }]) => secret);
    for (const sockets of bySecret.values()) {
      const [first] = sockets;
      if (first === undefined || (await recognise(this.ports, first[1])) !== null) continue;
      for (const [socket] of sockets) {
        this.remove(socket);
        socket.close(unauthorizedClose, 'The session or token is revoked or expired');
      }
    }
  }
}
