import { durationBuckets, type Metrics } from '@kerf/system';
import type { NextFunction, Request, Response } from 'express';

/** Measures requests until the last byte, or until the client disconnects. */
export function measureRequests(metrics: Metrics) {
  const duration = metrics.histogram({
    name: 'kerf_api_request_duration_seconds',
    help: 'Duration of HTTP requests in seconds, until the last byte.',
    labels: ['method', 'route', 'status'],
    buckets: durationBuckets,
  });
  return (request: Request, response: Response, next: NextFunction): void => {
    const { method, path } = request;
    const startedAt = performance.now();
    response.once('close', () => {
      const seconds = (performance.now() - startedAt) / 1_000;
      const status = String(response.statusCode);
      duration.observe({ method, route: routeOf(request, path), status }, seconds);
    });
    next();
  };
}

/** The pattern of the route: paths contain names and are unlimited. */
function routeOf(request: Request, path: string): string {
  const route: unknown = request.route;
  const pattern: unknown =
    typeof route === 'object' && route !== null ? Reflect.get(route, 'path') : undefined;
  if (typeof pattern === 'string') return pattern;
  // Apollo and the dashboard's files are not routes of Nest.
  return path === '/graphql' ? path : 'other';
}
