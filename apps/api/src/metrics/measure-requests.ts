import { durationBuckets, type Metrics } from '@kerf/telemetry';
import type { NextFunction, Request, Response } from 'express';

/** Times requests to the last byte, or until the client went. */
export function measureRequests(metrics: Metrics) {
  const duration = metrics.histogram({
    name: 'kerf_api_request_duration_seconds',
    help: 'How long HTTP requests took, to the last byte.',
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

/** The route's pattern: paths hold names, of which there is no end. */
function routeOf(request: Request, path: string): string {
  const route: unknown = request.route;
  const pattern: unknown =
    typeof route === 'object' && route !== null ? Reflect.get(route, 'path') : undefined;
  if (typeof pattern === 'string') return pattern;
  // Apollo and the dashboard's files are no routes of Nest's.
  return path === '/graphql' ? path : 'other';
}
