import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { findFreePort } from '@kerf/local-stack';
import { z } from 'zod';
import { textOf } from './aws/http.ts';
import type { Product } from './product.ts';
import type { Testbed } from './testbed.ts';

const workerId = z.object({ worker: z.string() });

const ec2Faults = z.object({
  createFleetDelayMs: z.number().default(0),
  refusals: z.record(z.string(), z.string()).default({}),
});

/** Changes of the running testbed that scenarios request. */
export type ControlCommand =
  | 'kill-api-server'
  | 'start-api-server'
  | 'start-worker'
  | 'stop-worker'
  | 'kill-worker'
  | 'set-ec2-faults'
  /** Excludes the time since `from` from the checks of the logs. */
  | 'note-outage';

/** HTTP server through which the specs, which run in another process, change the testbed. */
export class Control {
  readonly #testbed: Testbed;
  readonly #product: Product;
  readonly #server: Server;
  #port = 0;

  static async start(testbed: Testbed, product: Product): Promise<Control> {
    const control = new Control(testbed, product);
    control.#port = await findFreePort();
    control.#server.listen(control.#port, '127.0.0.1');
    await once(control.#server, 'listening');
    return control;
  }

  private constructor(testbed: Testbed, product: Product) {
    this.#testbed = testbed;
    this.#product = product;
    this.#server = createServer((request, response) => {
      this.#run(request).then(
        () => response.writeHead(204).end(),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #run(request: IncomingMessage): Promise<void> {
    const body: unknown = JSON.parse(await textOf(request));
    const { kubernetes, bridge } = this.#testbed;
    switch (request.url?.slice(1)) {
      case 'kill-api-server':
        return kubernetes.killApiServer();
      case 'start-api-server':
        return kubernetes.startApiServer();
      case 'start-worker':
        return this.#product.startWorker(workerId.parse(body).worker);
      case 'stop-worker':
        return this.#product.stopWorker(workerId.parse(body).worker);
      case 'kill-worker':
        return this.#product.workers.get(workerId.parse(body).worker)?.kill();
      case 'set-ec2-faults':
        return bridge.setFaults(ec2Faults.parse(body));
      case 'note-outage':
        return this.#testbed.recordOutage(z.object({ from: z.number() }).parse(body).from);
      default:
        throw new Error(`unknown command ${request.url}`);
    }
  }
}
