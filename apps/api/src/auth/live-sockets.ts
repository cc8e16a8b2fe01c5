import type { Logger } from '@kerf/telemetry';
import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { type ApiPorts, LOG, PORTS } from '../parts.js';
import { type Credential, recognise } from './credentials.js';
import { SocketCounts } from './socket-counts.js';

/** What has to be known of an open socket. */
export interface LiveSocket {
  close(code: number, reason: string): void;
}

const recheckEveryMs = 15_000;
/** graphql-ws takes it as the last word and does not come back with the same credential. */
export const unauthorizedClose = 4_401;

/** Open sockets and whose they are, so that a session or token that ends takes its sockets along. */
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
        // Nobody is closed for it: whether they may stay is asked again in a moment.
        this.log.warn({ error }, 'open sockets could not be rechecked');
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

  /** Closes the sockets of credentials that have ended; called at once where one is ended here. */
  async recheck(): Promise<void> {
    const bySecret = Map.groupBy(this.#sockets, ([, { secret }]) => secret);
    for (const sockets of bySecret.values()) {
      const [first] = sockets;
      if (first === undefined || (await recognise(this.ports, first[1])) !== null) continue;
      for (const [socket] of sockets) {
        this.remove(socket);
        socket.close(unauthorizedClose, 'the session or token has ended');
      }
    }
  }
}
