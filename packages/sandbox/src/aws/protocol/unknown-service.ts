import type { SignatureClaim } from '../auth/signature.js';
import { AwsError } from '../aws-error.js';
import { createJsonProtocol } from './json.js';
import type { HttpReply, HttpRequest } from './protocol.js';
import { createQueryProtocol, queryProtocolErrors } from './query.js';

const json = createJsonProtocol({
  version: '1.1',
  namespace: 'com.amazon.coral.service',
  isQueryCompatible: false,
});
const query = createQueryProtocol({
  dialect: 'plain',
  namespace: 'https://webservices.amazon.com/doc/',
  protocolErrors: queryProtocolErrors,
});

/**
 * Responds to a request without a service of the sandbox: unsigned, or signed for another service.
 * In JSON if the client uses JSON.
 */
export function replyToUnknownService(
  request: HttpRequest,
  claim: SignatureClaim | null,
  requestId: string,
): HttpReply {
  const speaksJson = /json/.test(request.headers['content-type'] ?? '');
  const protocol = speaksJson ? json : query;
  if (claim === null) {
    const code = speaksJson ? 'MissingAuthenticationTokenException' : 'MissingAuthenticationToken';
    const message = 'Request is missing Authentication Token';
    return protocol.writeError(new AwsError(code, message, { status: 403 }), requestId);
  }
  const { code } = protocol.protocolErrors.refusals['unknown-operation'];
  const message = `The sandbox has no service ${claim.service}.`;
  return protocol.writeError(new AwsError(code, message), requestId);
}
