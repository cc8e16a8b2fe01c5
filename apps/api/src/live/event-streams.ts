import { Inject, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { credentialIdOf } from '../auth/credentials.js';
import { LiveSockets } from '../auth/live-sockets.js';
import type { Caller } from '../request/current-request.js';
import { rateLimited } from '../request/rate-limits.js';

/** Counts streams of server-sent events like sockets: they end with their session or token. */
@Injectable()
export class EventStreams {
  constructor(@Inject(LiveSockets) private readonly sockets: LiveSockets) {}

  /**
   * Admits a stream, and returns what is to be called when it ends.
   * @throws AUTH.RATE_LIMITED if the caller has too many
   */
  async enter(request: Request, { principal }: Caller, response: Response): Promise<() => void> {
    const authenticated = await this.sockets.authenticate(request, undefined);
    const countedAs = credentialIdOf(principal);
    if (authenticated === null || !this.sockets.counts.enter('principal', countedAs)) {
      throw rateLimited(1_000, 'Too many streams and sockets of this session or token. Close one.');
    }
    const stream = { close: () => void response.end() };
    this.sockets.add(stream, authenticated);
    return () => {
      this.sockets.remove(stream);
      this.sockets.counts.leave('principal', countedAs);
    };
  }
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
