import { InvariantViolation } from '@kerf/core';
import type { AwsError } from '../aws-error.js';
import type { Operation } from '../operation.js';
import { readQuery } from '../wire/query-reader.js';
import { createShapeCompiler, type QueryDialect } from '../wire/shape.js';
import { element, escapeXml, writeXmlMembers } from '../wire/xml-writer.js';
import type { HttpReply, HttpRequest, Protocol, ProtocolErrors } from './protocol.js';

export interface QueryOptions {
  readonly dialect: QueryDialect;
  /** Namespace of the root element of responses. */
  readonly namespace: string;
  readonly protocolErrors: ProtocolErrors;
}

/** Parameters that name the operation or belong to a presigned URL. */
const envelope = /^(?:Action|Version|X-Amz-.*)$/;

/**
 * Creates the query protocol: form parameters in, XML out. EC2 has its own dialect; STS and IAM use
 * the plain one.
 */
export function createQueryProtocol({
  dialect,
  namespace,
  protocolErrors,
}: QueryOptions): Protocol {
  const compile = createShapeCompiler(dialect);
  const isEc2 = dialect === 'ec2';

  return {
    protocolErrors,
    findOperation(request, operations) {
      const name = parametersOf(request).get('Action') ?? '';
      return { name, operation: operations.get(name) ?? null };
    },
    readInput(operation, request) {
      const parameters = [...parametersOf(request)].filter(([name]) => !envelope.test(name));
      return readQuery(compile(operation.schema[4]), parameters, dialect);
    },
    writeOutput(operation, output, requestId) {
      const members = writeMembers(operation, output);
      const name = operation.schema[2];
      const content = isEc2
        ? element('requestId', requestId) + members
        : element(`${name}Result`, members) + metadata(requestId);
      return reply(200, `<${name}Response xmlns="${namespace}">${content}</${name}Response>`);
    },
    writeError(error, requestId) {
      return reply(error.status, isEc2 ? ec2Error(error, requestId) : plainError(error, requestId));
    },
  };

  function writeMembers(operation: Operation, output: object): string {
    const shape = compile(operation.schema[5]);
    // EC2 operations without output return `true`.
    if (shape.kind === 'unit') return isEc2 ? element('return', 'true') : '';
    if (shape.kind === 'struct') return writeXmlMembers(shape, output);
    throw new InvariantViolation(`${operation.schema[2]} answers with a ${shape.kind}`);
  }

  function plainError(error: AwsError, requestId: string): string {
    const content = element(
      'Error',
      element('Type', error.fault) +
        element('Code', escapeXml(error.code)) +
        element('Message', escapeXml(error.message)),
    );
    return `<ErrorResponse xmlns="${namespace}">${content}${element('RequestId', requestId)}</ErrorResponse>`;
  }
}

function parametersOf(request: HttpRequest): URLSearchParams {
  const isForm = request.method === 'POST';
  return new URLSearchParams(isForm ? request.body.toString('utf8') : request.query);
}

function metadata(requestId: string): string {
  return element('ResponseMetadata', element('RequestId', requestId));
}

function ec2Error(error: AwsError, requestId: string): string {
  const content = element(
    'Error',
    element('Code', escapeXml(error.code)) + element('Message', escapeXml(error.message)),
  );
  return element('Response', element('Errors', content) + element('RequestID', requestId));
}

function reply(status: number, xml: string): HttpReply {
  return {
    status,
    headers: { 'content-type': 'text/xml;charset=UTF-8' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n${xml}`,
  };
}

export const ec2ProtocolErrors: ProtocolErrors = {
  refusals: {
    'unknown-key': {
      code: 'AuthFailure',
      status: 401,
      message: 'AWS was not able to validate the provided access credentials',
    },
    'bad-signature': {
      code: 'AuthFailure',
      status: 401,
      message: 'AWS was not able to validate the provided access credentials',
    },
    // EC2 has no ExpiredToken; it uses one code for expired credentials and expired requests.
    'expired-session': { code: 'RequestExpired', status: 400, message: 'Request has expired.' },
    'stale-request': { code: 'RequestExpired', status: 400, message: 'Request has expired.' },
    denied: {
      code: 'UnauthorizedOperation',
      status: 403,
      message: 'You are not authorized to perform this operation.',
    },
    throttled: { code: 'RequestLimitExceeded', status: 503, message: 'Request limit exceeded.' },
    internal: { code: 'InternalError', status: 500, message: 'An internal error has occurred.' },
    'unknown-operation': {
      code: 'InvalidAction',
      status: 400,
      message: 'The action is not valid for this web service.',
    },
  },
  problems: {
    missing: 'MissingParameter',
    unknown: 'UnknownParameter',
    invalid: 'InvalidParameterValue',
  },
};

export const queryProtocolErrors: ProtocolErrors = {
  refusals: {
    'unknown-key': {
      code: 'InvalidClientTokenId',
      status: 403,
      message: 'The security token included in the request is invalid.',
    },
    'bad-signature': {
      code: 'SignatureDoesNotMatch',
      status: 403,
      message:
        'The request signature we calculated does not match the signature you provided. Check your AWS Secret Access Key and signing method.',
    },
    'expired-session': {
      code: 'ExpiredToken',
      status: 403,
      message: 'The security token included in the request is expired',
    },
    'stale-request': {
      code: 'SignatureDoesNotMatch',
      status: 403,
      message:
        'Signature expired: the date of the request is too far from the time of the service.',
    },
    denied: { code: 'AccessDenied', status: 403, message: 'Access denied.' },
    throttled: { code: 'Throttling', status: 400, message: 'Rate exceeded' },
    internal: { code: 'InternalFailure', status: 500, message: 'An internal error has occurred.' },
    'unknown-operation': {
      code: 'InvalidAction',
      status: 400,
      message: 'Could not find the operation in this version of the service.',
    },
  },
  problems: { missing: 'ValidationError', unknown: 'ValidationError', invalid: 'ValidationError' },
};
