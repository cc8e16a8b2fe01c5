import { once } from 'node:events';
import { createWriteStream, type WriteStream } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { findFreePort } from '@kerf/local-stack';
import { AccessEntries } from './access-entries.ts';
import { getImageParameter, getProducts, withEndpoint, withSpotPrices } from './answers.ts';
import { Fleets } from './create-fleet.ts';
import { type AwsAnswer, type AwsRequest, readAwsRequest, textOf } from './http.ts';
import type { Moto } from './moto.ts';
import { Sessions } from './sessions.ts';
import { accessKeys, type Ec2Faults, type EksCluster, noFaults } from './settings.ts';
import { reviewToken } from './token-review.ts';

/** A line of the bridge's log. */
export interface AwsCall {
  /** Start, in seconds since 1970. */
  readonly at: number;
  readonly service: string;
  readonly action: string;
  readonly status: number;
  readonly durationMs: number;
  /** `product`, `operator`, or the ARN of an assumed role. */
  readonly caller: string;
  /** The part of the answer that is not moto's; `null` if all is. */
  readonly shim: string | null;
  /** Beginning of the answer of a failed call. */
  readonly error: string;
}

interface Answered {
  readonly answer: AwsAnswer;
  readonly shim: string | null;
}

/**
 * The AWS endpoint of the testbed: moto, completed by what moto lacks (listed in the README of this
 * folder), and the webhook that authenticates tokens for the API server.
 */
export class Bridge {
  readonly #moto: Moto;
  readonly #port: number;
  readonly #server: Server;
  readonly #log: WriteStream;
  readonly #sessions: Sessions;
  readonly #entries = new AccessEntries();
  readonly #fleets: Fleets;
  readonly #clusterName: string;
  #cluster: EksCluster | null = null;
  #faults: Ec2Faults = noFaults;

  static async start(options: {
    readonly moto: Moto;
    readonly clusterName: string;
    readonly logFile: string;
  }): Promise<Bridge> {
    const port = await findFreePort();
    const bridge = new Bridge(options, port);
    bridge.#server.listen(port, '127.0.0.1');
    await once(bridge.#server, 'listening');
    return bridge;
  }

  private constructor(
    options: { readonly moto: Moto; readonly clusterName: string; readonly logFile: string },
    port: number,
  ) {
    this.#moto = options.moto;
    this.#clusterName = options.clusterName;
    this.#port = port;
    this.#log = createWriteStream(options.logFile, { flags: 'a' });
    this.#sessions = new Sessions(options.moto);
    this.#fleets = new Fleets(options.moto, () => this.#faults);
    this.#server = createServer((request, response) => void this.#handle(request, response));
    // Longer than a delayed CreateFleet.
    this.#server.requestTimeout = 0;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get tokenReviewUrl(): string {
    return `${this.url}/authenticate`;
  }

  /** Sets the cluster that DescribeCluster returns; before, its answer is moto's. */
  describe(cluster: EksCluster): void {
    this.#cluster = cluster;
  }

  setFaults(faults: Ec2Faults): void {
    this.#faults = faults;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
    this.#log.end();
    await once(this.#log, 'finish');
  }

  async #handle(message: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      await this.#respond(message, response);
    } catch (error) {
      response.writeHead(502, { 'content-type': 'text/plain' });
      response.end(String(error));
    }
  }

  async #respond(message: IncomingMessage, response: ServerResponse): Promise<void> {
    if (message.url?.startsWith('/authenticate') === true) {
      const reviewer = {
        clusterName: this.#clusterName,
        sessions: this.#sessions,
        entries: this.#entries,
      };
      const answer = await reviewToken(reviewer, await textOf(message));
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(answer));
      return;
    }
    const began = Date.now();
    const request = await readAwsRequest(message);
    // CreateFleet is logged when it begins, because its caller may be killed before it ends.
    if (request.action === 'CreateFleet') {
      this.#record(request, began, { status: 0, body: '', action: 'CreateFleet begins' });
    }
    const { answer, shim } = await this.#answer(request);
    this.#record(request, began, { ...answer, shim });
    const { status, contentType, body, errorType } = answer;
    response.writeHead(status, {
      'content-type': contentType,
      ...(errorType === undefined ? {} : { 'x-amzn-errortype': errorType }),
    });
    response.end(body);
  }

  async #answer(request: AwsRequest): Promise<Answered> {
    const { action, service, method } = request;
    if (action === 'GetProducts') return { answer: getProducts(request), shim: 'prices' };
    if (action === 'CreateFleet') return this.#fleets.create(request);
    if (action === 'AssumeRole') {
      return { answer: await this.#sessions.assumeRole(request), shim: 'trust-policy' };
    }
    if (service === 'eks') {
      const answer = this.#entries.answer(request);
      if (answer !== null) return { answer, shim: 'access-entries' };
    }
    if (action === 'GetParameter') {
      const answer = getImageParameter(request);
      if (answer !== null) return { answer, shim: 'images' };
    }
    if (action === 'CreateLaunchTemplate') this.#fleets.learnTemplate(request);
    const answer = await this.#moto.forward(request);
    if (answer.status !== 200) return { answer, shim: null };
    if (action === 'DescribeSpotPriceHistory') {
      return { answer: withSpotPrices(answer, request.region), shim: 'spot-prices' };
    }
    const isDescribe =
      service === 'eks' && method === 'GET' && /^\/clusters\/[^/]+$/.test(request.path);
    return isDescribe && this.#cluster !== null
      ? { answer: withEndpoint(answer, this.#cluster), shim: 'endpoint' }
      : { answer, shim: null };
  }

  #record(
    request: AwsRequest,
    began: number,
    result: { status: number; body: string; action?: string; shim?: string | null },
  ): void {
    const { status, body, action = request.action, shim = null } = result;
    const call: AwsCall = {
      at: began / 1000,
      service: request.service,
      action,
      status,
      durationMs: Date.now() - began,
      caller: this.#callerOf(request.accessKeyId),
      shim,
      error: status < 400 ? '' : body.slice(0, 300),
    };
    this.#log.write(`${JSON.stringify(call)}\n`);
  }

  #callerOf(accessKeyId: string): string {
    if (accessKeyId === accessKeys.product) return 'product';
    if (accessKeyId === accessKeys.operator) return 'operator';
    return this.#sessions.find(accessKeyId)?.roleArn ?? accessKeyId;
  }
}
