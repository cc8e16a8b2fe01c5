import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { invariant, isRecord } from '@kerf/core';
import express, { type Request, type Response } from 'express';
import { afterEach, describe, expect, it } from 'vitest';
import type { LiveSocket } from '../auth/live-sockets.js';
import { SocketCounts } from '../auth/socket-counts.js';
import type { Caller } from '../request/current-request.js';
import { EventStreams } from './event-streams.js';

const caller: Caller = {
  principal: {
    kind: 'User',
    id: 'usr_ada',
    name: 'ada',
    sessionId: 'ses_1',
    grants: [],
    groups: [],
    roles: [],
    teams: [],
  },
  requestId: 'req_1',
};
const authenticated = {
  credential: { kind: 'Session', secret: 's' },
  principal: caller.principal,
} as const;

/** Sockets that authenticate when they are told to. */
class Sockets {
  readonly counts = new SocketCounts();
  readonly open = new Set<LiveSocket>();
  readonly #gate = Promise.withResolvers<void>();

  letIn(): void {
    this.#gate.resolve();
  }

  async authenticate() {
    await this.#gate.promise;
    return authenticated;
  }

  add(socket: LiveSocket): void {
    this.open.add(socket);
  }

  remove(socket: LiveSocket): void {
    this.open.delete(socket);
  }

  /** How many streams are counted, of the 20 that one session may have. */
  counted(): number {
    let free = 0;
    while (this.counts.enter('principal', 'ses_1')) free += 1;
    for (let left = free; left > 0; left -= 1) this.counts.leave('principal', 'ses_1');
    return 20 - free;
  }
}

const servers: Server[] = [];
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  for (const server of servers.splice(0)) server.close();
});

type Handler = (request: Request, response: Response) => Promise<void>;

/** Sends requests on one connection, all at once. */
async function request(handler: Handler, count = 1): Promise<Socket> {
  const server = createServer(
    express().use((incoming, response) => void handler(incoming, response)),
  );
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  invariant(isRecord(address), 'the server listens');
  const client = connect(Number(address['port']), '127.0.0.1');
  clients.push(client);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(count));
  return client;
}

describe('a stream of events', () => {
  it('is counted until it closes', async () => {
    const sockets = new Sockets();
    sockets.letIn();
    const streams = new EventStreams(sockets);
    const client = await request((incoming, response) => streams.enter(incoming, caller, response));
    await expect.poll(() => sockets.counted()).toBe(1);
    expect(sockets.open.size).toBe(1);
    client.destroy();
    await expect.poll(() => sockets.counted()).toBe(0);
    expect(sockets.open.size).toBe(0);
  });

  it('is not counted for ever if its client leaves while it is authenticated', async () => {
    const sockets = new Sockets();
    const streams = new EventStreams(sockets);
    const entered = Promise.withResolvers<void>();
    const client = await request(async (incoming, response) => {
      incoming.socket.once('close', () => sockets.letIn());
      client.destroy();
      await streams.enter(incoming, caller, response);
      entered.resolve();
    });
    await entered.promise;
    expect(sockets.counted()).toBe(0);
    expect(sockets.open.size).toBe(0);
  });

  it('is not counted for ever if it waits behind another one on its connection', async () => {
    const sockets = new Sockets();
    sockets.letIn();
    const streams = new EventStreams(sockets);
    const client = await request(
      (incoming, response) => streams.enter(incoming, caller, response),
      2,
    );
    await expect.poll(() => sockets.counted()).toBe(2);
    client.destroy();
    await expect.poll(() => sockets.counted()).toBe(0);
  });

  it('survives an event that is written when it has ended', async () => {
    const sockets = new Sockets();
    sockets.letIn();
    const streams = new EventStreams(sockets);
    const failed = Promise.withResolvers<unknown>();
    await request(async (incoming, response) => {
      await streams.enter(incoming, caller, response);
      response.write('data: 1\n\n');
      for (const socket of sockets.open) socket.close(1_000, 'the session has ended');
      response.write('data: 2\n\n', failed.resolve);
    });
    // Without a listener the error would end the process.
    expect(await failed.promise).toBeInstanceOf(Error);
  });

  it('closes at its end, also when its client does not read', async () => {
    const sockets = new Sockets();
    sockets.letIn();
    const streams = new EventStreams(sockets);
    const closed = Promise.withResolvers<void>();
    const client = await request(async (incoming, response) => {
      client.pause();
      await streams.enter(incoming, caller, response);
      response.once('close', closed.resolve);
      while (response.write('x'.repeat(65_536)) || response.writableLength < 8_000_000);
      for (const socket of sockets.open) socket.close(1_000, 'the session has ended');
    });
    await closed.promise;
    await expect.poll(() => sockets.counted()).toBe(0);
    await once(client.resume(), 'close');
  });
});
