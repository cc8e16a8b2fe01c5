import type { Logger } from '@kerf/system';
import type { NextFunction, Request, Response } from 'express';
import type { ApiEnv } from '../env.js';
import type { OperatorWarnings } from '../parts.js';

const warning =
  'Requests come through a proxy (X-Forwarded-For), but KERF_TRUSTED_PROXIES is 0: all clients of the proxy share the rate limits of one address. Set it to the number of proxies in front of the API.';

/**
 * Warns once, in the log and on the dashboard, if requests come through a proxy that the settings do not name. A client
 * can send the header, too, so nothing else depends on it.
 */
export function warnOfProxies(env: ApiEnv, log: Pick<Logger, 'warn'>, warnings: OperatorWarnings) {
  let isQuiet = env.KERF_TRUSTED_PROXIES > 0;
  return ({ headers, socket }: Request, _response: Response, next: NextFunction): void => {
    if (!isQuiet && headers['x-forwarded-for'] !== undefined) {
      isQuiet = true;
      warnings.add(warning);
      log.warn({ address: socket.remoteAddress }, warning);
    }
    next();
  };
}
