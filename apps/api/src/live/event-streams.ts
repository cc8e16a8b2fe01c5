import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { credentialIdOf } from '../auth/credentials.js';
import { LiveSockets } from '../auth/live-sockets.js';
import { unauthenticated } from '../contract/public-error.js';
import type { Caller } from '../request/current-request.js';
import { rateLimited } from '../request/rate-limits.js';
import { onceClosed } from './once-closed.js';

/** Counts streams of server-sent events like sockets: they end with their session or token. */
@Injectable()
export class EventStreams {
  constructor(
    @Inject(LiveSockets)
    private readonly sockets: Pick<LiveSockets, 'authenticate' | 'counts' | 'add' | 'remove'>,
  ) {}

  /**
   * Admits a stream, which is counted until it closes.
   * @throws AUTH.UNAUTHENTICATED if the session or token has ended, AUTH.RATE_LIMITED if it has too many
   */
  async enter(request: Request, { principal }: Caller, response: Response): Promise<void> {
    const authenticated = await this.sockets.authenticate(request, undefined);
    if (authenticated === null) {
      throw unauthenticated('The session or token is revoked or expired. Sign in again.');
    }
    const countedAs = credentialIdOf(principal);
    if (!this.sockets.counts.enter('principal', countedAs)) {
      throw rateLimited(1_000, 'Too many streams and sockets of this session or token. Close one.');
    }
    const stream = { close: () => endStream(response) };
    this.sockets.add(stream, authenticated);
    // A write at the same time as the end is an error of the response, and would end the process.
    response.on('error', () => undefined);
    onceClosed(response, () => {
      this.sockets.remove(stream);
      this.sockets.counts.leave('principal', countedAs);
    });
  }
}

/** Ends a stream. A client that does not read what was sent would keep it open. */
function endStream(response: Response): void {
  response.end();
  if (response.writableLength > 0) response.destroy();
}

/** Nothing between here and the client may hold events back or store them. */
export function announceEvents(response: Response): void {
  response.setHeader('Content-Type', 'text/event-stream; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store, no-transform');
  response.setHeader('X-Accel-Buffering', 'no');
}

/** Returns an event as it is sent. */
export const toEventText = (position: string, event: string, data: unknown): string =>
  `id: ${position}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
