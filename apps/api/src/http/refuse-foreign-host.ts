import type { NextFunction, Request, Response } from 'express';
import { hostNameOf, isOwnHost } from '../auth/is-own-host.js';
import { forbidden } from '../contract/public-error.js';
import { type ApiEnv, publicUrlOf } from '../env.js';

/**
 * Refuses requests to a host name that is not Kerf's: a page of another site whose name was changed to Kerf's address
 * (DNS rebinding) would otherwise be one of Kerf's own pages for the browser. A request with a token comes from no
 * such page.
 */
export function refuseForeignHost(env: ApiEnv) {
  return ({ headers }: Request, _response: Response, next: NextFunction): void => {
    if (!isOwnHost(headers, env)) {
      const name = JSON.stringify(hostNameOf(headers.host ?? ''));
      throw forbidden(
        `The Host header has the name ${name}, but this Kerf is at ${publicUrlOf(env)}. Open it there, or set KERF_PUBLIC_URL to the address that browsers use.`,
      );
    }
    next();
  };
}
