import {
  createServer,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';

/** A request that a receiver got. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How the receiver answers; `Hang` never does, and `Pour` never ends. */
export type ReceiverAnswer =
  | {
      readonly status: number;
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | 'Hang'
  | 'Pour';

/** A server on this machine that keeps what it gets, and answers as told. */
export class Receiver {
  readonly requests: ReceivedRequest[] = [];
  answer: ReceiverAnswer = { status: 200, body: 'ok' };
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<Receiver> {
    const server = createServer();
    const receiver = new Receiver(server);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => {
        body += chunk;
      });
      request.on('end', () => {
        receiver.requests.push({ path: request.url ?? '', headers: request.headers, body });
        if (receiver.answer === 'Hang') return;
        if (receiver.answer === 'Pour') {
          pour(response);
          return;
        }
        response.writeHead(receiver.answer.status, receiver.answer.headers);
        response.end(receiver.answer.body ?? '');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return receiver;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The JSON of the last request. */
  get lastJson(): unknown {
    return JSON.parse(this.requests.at(-1)?.body ?? 'null');
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function pour(response: ServerResponse): void {
  const more = (): void => {
    while (!response.destroyed && response.write('x'.repeat(64 * 1024)));
  };
  response.on('drain', more);
  more();
}
