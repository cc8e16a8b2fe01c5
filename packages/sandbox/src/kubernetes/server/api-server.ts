import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import { messageOf } from '@kerf/core';
import { isPortInUse, listen } from '../../http-listener.js';
import { badRequest, internalError, type Status, StatusError } from '../api/status.js';
import type { ApiParts } from '../api/target.js';
import { type AuthenticatorOptions, authenticate, type User } from './auth/authenticator.js';

import { Authorizer } from './auth/authorizer.js';
import type { KeyPair } from './auth/certificates.js';
import { handleReview } from './auth/reviews.js';
import { handleDiscovery, versionInfo } from './discovery/discovery-handler.js';
import { OpenApi } from './discovery/open-api.js';
import type { ApiFaults } from './faults/api-faults.js';
import { ApiRefusals } from './faults/api-refusals.js';
import { mediaTypeOf, parseObjectBody, readBody } from './request/read-body.js';
import { type RequestInfo, readRequestInfo } from './request/request-info.js';
import { handleResource } from './resource-handler.js';
import { jsonReply, notFoundPage, type Reply, textReply } from './response/reply.js';
import { startStream } from './response/stream.js';

export interface ApiServerOptions {
  readonly parts: ApiParts;
  readonly authentication: AuthenticatorOptions;
  readonly certificate: KeyPair;
  /** Address to listen on. */
  readonly host: string;
  readonly faults: ApiFaults;
  /** E.g. `v1.36.4`. */
  readonly gitVersion: string;
  /** 0 uses a free port. */
  readonly port: number;
  /** Called for internal errors; the client gets a 500. */
  readonly onBug: (error: unknown) => void;
}

/** The HTTPS server of one cluster. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #server: Server;
  readonly #authorizer: Authorizer;
  /** Configurable refusals of requests. */
  readonly refusals: ApiRefusals;
  readonly #openApi: OpenApi;
  readonly #sockets = new Set<ServerResponse>();

  constructor(options: ApiServerOptions) {
    this.#options = options;
    const { certificate, parts } = options;
    this.#authorizer = new Authorizer(parts.store);
    this.refusals = new ApiRefusals(this.#authorizer);
    this.#openApi = new OpenApi(parts.resources);
    this.#server = createServer(
      { cert: certificate.certificate, key: certificate.privateKey },
      (request, response) => {
        this.#answer(request, response).catch((error: unknown) => {
          options.onBug(error);
          response.destroy();
        });
      },
    );
  }

  /**
   * Starts listening.
   * @returns the port: the configured one, or a free one if it is in use
   */
  async listen(): Promise<number> {
    const { host, port } = this.#options;
    const listenOn = (wanted: number): Promise<number> =>
      listen(this.#server, 'The API server', { host, port: wanted });
    try {
      return await listenOn(port);
    } catch (error) {
      if (port === 0 || !(error instanceof Error) || !isPortInUse(error.cause)) throw error;
      return listenOn(0);
    }
  }

  /** Interrupts all streaming responses without an event. */
  cutWatches(): void {
    for (const response of this.#sockets) response.destroy();
  }

  /** Closes all connections, including watches. */
  close(): Promise<void> {
    this.cutWatches();
    this.#server.closeAllConnections();
    return new Promise((resolve, reject) => {
      this.#server.close((error) => (error === undefined ? resolve() : reject(error)));
    });
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = this.#options.faults.nextFault();
    // The client has to time out; closing the server closes the connection too.
    if (fault === 'hang') return;
    const warnings: string[] = [];
    const reply =
      fault === 'error'
        ? statusReply(internalError('etcdserver: request timed out').status)
        : await this.#reply(request, (message) => warnings.push(message));
    for (const message of warnings) {
      response.appendHeader('Warning', `299 - ${JSON.stringify(message)}`);
    }
    if (reply.kind === 'Text') {
      response.writeHead(reply.code, {
        'content-type': reply.contentType,
        'content-length': Buffer.byteLength(reply.text),
        'cache-control': 'no-cache, private',
        ...(reply.retryAfterSeconds === undefined
          ? {}
          : { 'retry-after': String(reply.retryAfterSeconds) }),
      });
      response.end(reply.text);
      return;
    }
    this.#sockets.add(response);
    response.once('close', () => this.#sockets.delete(response));
    startStream(response, reply);
  }

  async #reply(request: IncomingMessage, warn: (message: string) => void): Promise<Reply> {
    try {
      const info = readRequestInfo(request.method ?? 'GET', request.url ?? '/');
      const user = authenticate(request.headers.authorization, this.#options.authentication);
      this.#authorize(user, info);
      const body = await readBody(request);
      return this.#route(request, { info, user, body, warn });
    } catch (error) {
      return this.#errorReply(error);
    }
  }

  #authorize(user: User, info: RequestInfo): void {
    if (isOpenToAll(info.path)) return;
    this.refusals.check(user, info);
    this.#authorizer.authorize(user, info);
  }

  #route(
    request: IncomingMessage,
    call: {
      readonly info: RequestInfo;
      readonly user: User;
      readonly body: Buffer;
      readonly warn: (message: string) => void;
    },
  ): Reply {
    const { info, user, body, warn } = call;
    const { accept, host: address = '', 'user-agent': userAgent } = request.headers;
    const { resource } = info;
    if (resource === null) return this.#routePath(info.path, { accept, address });
    const mediaType = mediaTypeOf(request);
    const review = handleReview(this.#authorizer, {
      user,
      verb: info.verb,
      request: resource,
      body: () => parseObjectBody(body, mediaType),
    });
    if (review !== null) return review;
    const { parts } = this.#options;
    return handleResource(parts, {
      info,
      request: resource,
      body,
      mediaType,
      accept,
      userAgent,
      warn,
    });
  }

  #routePath(
    path: string,
    request: { readonly accept: string | undefined; readonly address: string },
  ): Reply {
    if (isHealthPath(path)) return textReply(200, 'ok');
    if (path === '/version' || path === '/version/') {
      return jsonReply(200, versionInfo(this.#options.gitVersion));
    }
    if (path === '/openapi/v2') return openApiV2Reply();
    if (path === '/openapi/v3') {
      // A real server sends this document as text, too.
      const index = JSON.stringify(this.#openApi.index());
      return textReply(200, index, 'text/plain; charset=utf-8');
    }
    if (path.startsWith('/openapi/v3/')) {
      const document = this.#openApi.document(path.slice('/openapi/v3/'.length));
      return document === null ? notFoundPage() : textReply(200, document, 'application/json');
    }
    return handleDiscovery(this.#options.parts.resources, path, request) ?? notFoundPage();
  }

  #errorReply(error: unknown): Reply {
    if (error instanceof StatusError) return statusReply(error.status);
    if (error instanceof URIError || isMalformedUrl(error)) {
      return this.#errorReply(badRequest('the URL is malformed'));
    }
    this.#options.onBug(error);
    const message = messageOf(error);
    return this.#errorReply(internalError(`Internal error occurred: ${message}`));
  }
}

function statusReply(status: Status): Reply {
  const { retryAfterSeconds } = status.details ?? {};
  const reply = jsonReply(status.code ?? 500, status);
  return retryAfterSeconds === undefined ? reply : { ...reply, retryAfterSeconds };
}

function isHealthPath(path: string): boolean {
  return /^\/(livez|readyz|healthz)(\/.*)?$/.test(path);
}

/**
 * The OpenAPI v2 document, without definitions. kubectl requests it for a manifest of kind List,
 * and leaves validation to the server if it finds no definition. The text is a protobuf document
 * with its version only.
 */
function openApiV2Reply(): Reply {
  return textReply(
    200,
    '\n\u00032.0',
    'application/com.github.proto-openapi.spec.v2.v1.0+protobuf',
  );
}

/** Returns true for paths that anonymous users may read. */
function isOpenToAll(path: string): boolean {
  return isHealthPath(path) || path === '/version' || path === '/version/';
}

function isMalformedUrl(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && error.code === 'ERR_INVALID_URL';
}
