import { Inject, Injectable, RequestMethod } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA } from '@nestjs/common/constants.js';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { type AccessLevel, accessKey } from '../auth/access.js';
import { type OperationSpec, operationKey } from './operation.js';

/** One handler of a controller. */
export interface Route {
  /** With parameters as OpenAPI has them, e.g. `/api/v1/clusters/{cluster}`. */
  readonly path: string;
  readonly method: string;
  /** `null` for routes that are not part of the API, e.g. probes. */
  readonly spec: OperationSpec | null;
  /** `null` if none is declared; then nobody has access. */
  readonly access: AccessLevel | null;
}

/** Every route of the controllers. */
@Injectable()
export class RouteTable {
  #routes: readonly Route[] | undefined;
  #patterns: ReadonlyMap<string, RegExp> | undefined;

  constructor(
    @Inject(DiscoveryService) private readonly discovery: DiscoveryService,
    @Inject(MetadataScanner) private readonly scanner: MetadataScanner,
  ) {}

  /** Created on first use, when all controllers exist. */
  get routes(): readonly Route[] {
    this.#routes ??= this.discovery
      .getControllers()
      .flatMap(({ metatype }) => routesOf(metatype, this.scanner));
    return this.#routes;
  }

  /** Returns the methods of a path by name; none if the path does not exist. */
  methodsOf(path: string): readonly string[] {
    const patterns = this.#readPatterns();
    const methods = this.routes.flatMap((route) =>
      patterns.get(route.path)?.test(path) === true ? [route.method] : [],
    );
    const withHead = methods.includes('GET') ? [...methods, 'HEAD'] : methods;
    return [...new Set(withHead)].toSorted();
  }

  /** Returns the contract of the route of a request; `null` if no operation of the API has it. */
  specOf(method: string, path: string): OperationSpec | null {
    const patterns = this.#readPatterns();
    const route = this.routes
      .filter((each) => each.method === method && patterns.get(each.path)?.test(path) === true)
      .toSorted((one, other) => parameterCount(one) - parameterCount(other))[0];
    return route?.spec ?? null;
  }

  #readPatterns(): ReadonlyMap<string, RegExp> {
    this.#patterns ??= new Map(this.routes.map(({ path }) => [path, toPattern(path)]));
    return this.#patterns;
  }
}

/** Returns the routes of one controller. */
export function routesOf(controller: unknown, scanner: MetadataScanner): readonly Route[] {
  if (typeof controller !== 'function') return [];
  const prototype: object = controller.prototype;
  const base: unknown = Reflect.getMetadata(PATH_METADATA, controller);
  return scanner
    .getAllMethodNames(prototype)
    .flatMap((name) => routeOf(controller, base, Reflect.get(prototype, name)));
}

function routeOf(controller: object, base: unknown, handler: unknown): readonly Route[] {
  if (typeof handler !== 'function') return [];
  const method: RequestMethod | undefined = Reflect.getMetadata(METHOD_METADATA, handler);
  if (method === undefined) return [];
  const spec: OperationSpec | undefined = Reflect.getMetadata(operationKey, handler);
  const access: AccessLevel | undefined =
    Reflect.getMetadata(accessKey, handler) ?? Reflect.getMetadata(accessKey, controller);
  const own: unknown = Reflect.getMetadata(PATH_METADATA, handler);
  return [own].flat().map((path) => {
    const segments = [base, path].join('/').split('/').filter(Boolean);
    return {
      path: `/${segments.map((segment) => segment.replace(/^:(.+)$/, '{$1}')).join('/')}`,
      method: RequestMethod[method],
      spec: spec ?? null,
      access: access ?? null,
    };
  });
}

const parameterCount = ({ path }: Route): number => path.split('{').length;

/** Matches as Express does: case-insensitive, with or without a trailing slash. */
function toPattern(path: string): RegExp {
  const segments = path
    .split('/')
    .map((segment) => (segment.startsWith('{') ? '[^/]+' : segment.replaceAll('.', '[.]')));
  return new RegExp(`^${segments.join('/')}/?$`, 'i');
}
