import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Fault, WatchFault } from './fault.ts';
import { shiftDate, shiftTimes } from './shift-clock.ts';
import { trickle } from './trickle.ts';

const expired = {
  type: 'ERROR',
  object: {
    kind: 'Status',
    apiVersion: 'v1',
    status: 'Failure',
    message: 'too old resource version',
    reason: 'Expired',
    code: 410,
  },
};
const half = '{"type":"MODIFIED","object":{"metadata":{"name":"ha';

/** A watch of the Kubernetes API that is passed on line by line. */
export class WatchRelay {
  readonly path: string;
  readonly outgoing: ServerResponse;
  readonly #incoming: IncomingMessage;
  readonly #rewrite: (line: string) => readonly string[];
  readonly #fault: Fault | null;
  readonly #byteEveryMs: number | null;
  #isPassing = true;

  constructor(
    path: string,
    {
      incoming,
      outgoing,
    }: { readonly incoming: IncomingMessage; readonly outgoing: ServerResponse },
    fault: Fault | null,
  ) {
    this.path = path;
    this.outgoing = outgoing;
    this.#incoming = incoming;
    this.#fault = fault;
    this.#rewrite =
      fault?.kind === 'rewrite-watch' ? fault.rewrite : (line) => [shiftTimes(line, fault)];
    this.#isPassing = fault?.kind !== 'silent-watch';
    this.#byteEveryMs = fault?.kind === 'trickle' ? fault.everyMs : null;
  }

  /** @returns when the server has ended the watch, or the client has left */
  async run(): Promise<void> {
    const { outgoing } = this;
    outgoing.on('close', () => this.#incoming.destroy());
    const { statusCode = 502, headers } = this.#incoming;
    outgoing.writeHead(statusCode, shiftDate(headers, this.#fault)).flushHeaders();
    if (this.#byteEveryMs !== null) return this.#trickle(this.#byteEveryMs);
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of this.#incoming) {
        const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines.flatMap(this.#rewrite)) this.#pass(`${line}\n`);
      }
    } catch (cause) {
      if (!outgoing.destroyed && this.#isPassing) throw cause;
    }
    this.#pass(rest);
    if (this.#isPassing) outgoing.end();
  }

  /** Does what the fault says; nothing of the server follows. */
  apply(fault: Exclude<WatchFault, 'reset'>): void {
    const { outgoing } = this;
    this.#isPassing = false;
    switch (fault) {
      case 'end':
        outgoing.end();
        break;
      case 'half-close':
        outgoing.socket?.end();
        break;
      case 'expire':
        outgoing.end(`${JSON.stringify(expired)}\n`);
        break;
      case 'truncate':
        outgoing.end(half);
        break;
      case 'silence':
        break;
    }
  }

  async #trickle(everyMs: number): Promise<void> {
    try {
      for await (const chunk of this.#incoming) {
        await trickle(this.outgoing, Buffer.from(chunk), everyMs);
      }
    } catch (cause) {
      if (!this.outgoing.destroyed) throw cause;
    }
    this.outgoing.end();
  }

  #pass(text: string): void {
    if (this.#isPassing && text !== '') this.outgoing.write(text);
  }
}
