import type { NestExpressApplication } from '@nestjs/platform-express';
import {
  json,
  type NextFunction,
  type Request,
  type Response,
  raw,
  text,
  urlencoded,
} from 'express';
import { requireAccess } from '../auth/access.js';
import { isSecure } from '../env.js';
import { TrustedDocuments } from '../graphql/documents/trusted-documents.js';
import { EventStreams } from '../live/event-streams.js';
import { serveGraphqlEvents } from '../live/graphql-events.js';
import { Subscriptions } from '../live/subscriptions.js';
import { measureRequests } from '../metrics/measure-requests.js';
import { type ApiParts, type OperatorWarnings, WARNINGS } from '../parts.js';
import { addressKey } from '../request/client-address.js';
import { compressAnswers, forbidStoring } from '../request/compress-answers.js';
import { currentRequest } from '../request/current-request.js';
import { countRefused, limitRate, RateLimit } from '../request/rate-limits.js';
import { allowMethods } from '../request/refuse-method.js';
import { serveDashboard } from './dashboard.js';
import { explainBodyErrors } from './explain-body-errors.js';
import { identify } from './identify.js';
import { nameRequest } from './name-request.js';
import { refuseDeepBody } from './refuse-deep-body.js';
import { refuseForeignHost } from './refuse-foreign-host.js';
import { securityHeaders } from './security-headers.js';
import { warnOfProxies } from './warn-of-proxies.js';

/** Paths that authenticate callers; the others are files and probes. */
const guarded = ['/api', '/graphql', '/auth'];

const formPaths = ['/auth/oidc/backchannel-logout', '/auth/token', '/auth/device'];
const jsonTypes = [
  'application/json',
  'application/merge-patch+json',
  'application/json-patch+json',
];

/** They count their failures themselves, so that others' requests from the network refuse nobody's sign-in. */
const signInPaths: ReadonlySet<string> = new Set([
  '/auth/sign-in',
  '/auth/link',
  '/auth/oidc/callback',
  '/auth/token',
]);

/**
 * Rates of requests without a caller from one network, of one caller, from Slack's networks, and for the
 * OpenAPI document from one network.
 */
export const networkRate = { name: 'network', burst: 400, refillMs: 10, isGuess: false };
const ofCaller = { name: 'caller', burst: 200, refillMs: 20, isGuess: false };
const ofSlack = { name: 'slack', burst: 60, refillMs: 500, isGuess: false };
const ofDescription = { name: 'openapi', burst: 20, refillMs: 500, isGuess: false };

/** Middleware of every request before Nest's handlers, in this order. */
export function installPipeline(app: NestExpressApplication, parts: ApiParts): void {
  const warnings = app.get<OperatorWarnings>(WARNINGS);
  const { env, log, metrics, ports, rateLimits } = parts;
  app.set('trust proxy', env.KERF_TRUSTED_PROXIES);
  // ETags are versions here, not digests of responses.
  app.set('etag', false);
  app.disable('x-powered-by');
  const ofNetwork = new RateLimit(rateLimits, networkRate);
  app.use(
    nameRequest(log),
    warnOfProxies(env, log, warnings),
    measureRequests(metrics),
    securityHeaders(isSecure(env)),
  );
  if (env.KERF_WEB_DIST !== undefined) app.use(serveDashboard(env.KERF_WEB_DIST));
  app.use([...guarded, '/openapi.json'], compressAnswers());
  app.use(
    guarded,
    forbidStoring,
    refuseForeignHost(env),
    identify(ports, env, rateLimits),
    countRefused(ofNetwork, networkOf),
    limitRate(ofNetwork, strangerOf),
    limitRate(new RateLimit(rateLimits, ofCaller), callerId, { announces: true }),
    smallJsonOfStrangers,
    json({ limit: '1mb', type: jsonTypes }),
    text({ limit: '256kb', type: ['application/yaml', 'application/x-yaml', 'text/yaml'] }),
    refuseDeepBody,
    explainBodyErrors,
  );
  // OAuth and OpenID Connect send forms. Nothing here acts by a cookie, so no site can forge one.
  app.use(formPaths, urlencoded({ limit: '64kb', extended: false, parameterLimit: 20 }));
  // Slack signs the bytes of the body.
  app.use(
    '/slack',
    forbidStoring,
    limitRate(new RateLimit(rateLimits, ofSlack), networkOf),
    raw({ limit: '64kb', type: 'application/x-www-form-urlencoded' }),
  );
  // Probes are not limited: they come from the kubelet and cost little.
  app.use('/openapi.json', limitRate(new RateLimit(rateLimits, ofDescription), networkOf));
  const documents = app.get(TrustedDocuments, { strict: false });
  app.use('/graphql', refuseUnauthenticated, allowMethods('GET', 'POST'), documents.check);
  const subscriptions = app.get(Subscriptions, { strict: false });
  const streams = app.get(EventStreams, { strict: false });
  app.use('/graphql/stream', serveGraphqlEvents(subscriptions, streams));
}

const smallJson = json({ limit: '64kb', type: jsonTypes });

/** Nobody who has not signed in makes the API read a large body. */
function smallJsonOfStrangers(request: Request, response: Response, next: NextFunction): void {
  if (callerId() === null) smallJson(request, response, next);
  else next();
}

/** Every field requires authentication, introspection too. */
function refuseUnauthenticated(_request: Request, _response: Response, next: NextFunction): void {
  requireAccess('signed-in', currentRequest()?.caller ?? null);
  next();
}

const networkOf = ({ ip = '' }: Request): string => addressKey(ip);

/** The network of a request without a caller; callers are counted by who they are. */
const strangerOf = (request: Request): string | null =>
  callerId() === null && !signInPaths.has(request.baseUrl + request.path)
    ? networkOf(request)
    : null;

/** Unauthenticated callers are already counted by their address. */
const callerId = (): string | null => currentRequest()?.caller?.principal.id ?? null;
