import helmet from 'helmet';

const yearSeconds = 365 * 24 * 3_600;

/** Security headers of every response. The dashboard's page has its own content security policy. */
export function securityHeaders(secure: boolean) {
  return helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"] },
    },
    strictTransportSecurity: secure ? { maxAge: yearSeconds, includeSubDomains: false } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  });
}
