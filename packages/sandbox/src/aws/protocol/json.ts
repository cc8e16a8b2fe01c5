import type { AwsError } from '../aws-error.js';
import { readJson, writeJson } from '../wire/json.js';
import { createShapeCompiler, InputProblem } from '../wire/shape.js';
import type { HttpReply, Protocol, ProtocolErrors } from './protocol.js';

export interface JsonOptions {
  readonly version: '1.0' | '1.1';
  /** Namespace before the `#` in the type of an error. */
  readonly namespace: string;
  /** The service used the query protocol before and still sends its error codes. */
  readonly isQueryCompatible: boolean;
}

/** Creates the JSON protocol: the operation is in a header, the input in the body. */
export function createJsonProtocol(options: JsonOptions): Protocol {
  const { version, namespace, isQueryCompatible } = options;
  const compile = createShapeCompiler('plain');
  const contentType = { 'content-type': `application/x-amz-json-${version}` };

  return {
    protocolErrors: jsonProtocolErrors,
    findOperation(request, operations) {
      const name = (request.headers['x-amz-target'] ?? '').split('.').at(-1) ?? '';
      return { name, operation: operations.get(name) ?? null };
    },
    readInput(operation, request) {
      return readJson(compile(operation.schema[4]), parseJson(request.body)) ?? {};
    },
    writeOutput(operation, output): HttpReply {
      const shape = compile(operation.schema[5]);
      const body = shape.kind === 'unit' ? {} : writeJson(shape, output);
      return { status: 200, headers: contentType, body: JSON.stringify(body) };
    },
    writeError(error) {
      const body = { __type: `${namespace}#${error.code}`, message: error.message };
      const headers = isQueryCompatible ? { ...contentType, ...queryError(error) } : contentType;
      return { status: error.status, headers, body: JSON.stringify(body) };
    },
  };
}

function queryError(error: AwsError): Record<string, string> {
  return { 'x-amzn-query-error': `${error.queryCode ?? error.code};${error.fault}` };
}

/** @throws InputProblem */
export function parseJson(body: Buffer): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString('utf8'));
  } catch (error) {
    throw new InputProblem('invalid', '', `The request is not JSON: ${String(error)}`);
  }
}

export const jsonProtocolErrors: ProtocolErrors = {
  refusals: {
    'unknown-key': {
      code: 'UnrecognizedClientException',
      status: 400,
      message: 'The security token included in the request is invalid.',
      queryCode: 'InvalidClientTokenId',
    },
    'bad-signature': {
      code: 'InvalidSignatureException',
      status: 400,
      message:
        'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
      queryCode: 'SignatureDoesNotMatch',
    },
    'expired-session': {
      code: 'ExpiredTokenException',
      status: 400,
      message: 'The security token included in the request is expired',
      queryCode: 'ExpiredToken',
    },
    'stale-request': {
      code: 'InvalidSignatureException',
      status: 400,
      message:
        'Signature expired: the date of the request is too far from the time of the service.',
      queryCode: 'RequestExpired',
    },
    denied: {
      code: 'AccessDeniedException',
      status: 400,
      message: 'Access denied.',
      queryCode: 'AccessDenied',
    },
    throttled: { code: 'ThrottlingException', status: 400, message: 'Rate exceeded' },
    internal: {
      code: 'InternalServerError',
      status: 500,
      message: 'An internal error has occurred.',
      queryCode: 'InternalFailure',
    },
    'unknown-operation': {
      code: 'UnknownOperationException',
      status: 400,
      message: 'The requested operation is not supported by this service.',
      queryCode: 'InvalidAction',
    },
  },
  problems: {
    missing: 'ValidationException',
    unknown: 'ValidationException',
    invalid: 'SerializationException',
  },
};
