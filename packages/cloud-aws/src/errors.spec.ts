import { AppError, isAppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { hasAwsCode, understandFailure } from './errors.js';

const answered = (name: string, httpStatusCode = 400) =>
  Object.assign(new Error(`said ${name}`), {
    name,
    $fault: httpStatusCode >= 500 ? 'server' : 'client',
    $metadata: { httpStatusCode, requestId: 'req-1' },
  });
const understood = (cause: unknown) => {
  const error = understandFailure(cause, 'ec2:DescribeSubnets');
  if (!isAppError(error)) expect.fail('not an AppError');
  return error;
};

describe('a failed call', () => {
  it.each([
    ['UnauthorizedOperation', 403, 'CLOUD.UNAUTHORIZED', 'backoff'],
    ['AccessDeniedException', 400, 'CLOUD.UNAUTHORIZED', 'backoff'],
    ['AccessDenied', 403, 'CLOUD.UNAUTHORIZED', 'backoff'],
    ['InvalidClientTokenId', 403, 'CLOUD.UNAUTHORIZED', 'backoff'],
    ['SomethingNew', 403, 'CLOUD.UNAUTHORIZED', 'backoff'],
    ['ExpiredToken', 403, 'CLOUD.UNAUTHORIZED', 'backoff'],
    ['RequestLimitExceeded', 503, 'CLOUD.RATE_LIMITED', 'backoff'],
    ['ThrottlingException', 400, 'CLOUD.RATE_LIMITED', 'backoff'],
    ['TooManyRequests', 429, 'CLOUD.RATE_LIMITED', 'backoff'],
    ['InternalError', 500, 'CLOUD.UNREACHABLE', 'backoff'],
    ['Unavailable', 503, 'CLOUD.UNREACHABLE', 'backoff'],
    ['InsufficientInstanceCapacity', 500, 'CLOUD.INSUFFICIENT_CAPACITY', 'never'],
    ['InvalidParameterValue', 400, 'CLOUD.INVALID', 'never'],
    ['InvalidLaunchTemplateName.NotFoundException', 400, 'CLOUD.INVALID', 'never'],
  ])('with %s (%d) is %s, retry %s', (name, status, code, kind) => {
    const error = understood(answered(name, status));
    expect(error).toMatchObject({
      code,
      retry: { kind },
      message: `ec2:DescribeSubnets: said ${name}`,
      meta: {
        action: 'ec2:DescribeSubnets',
        awsCode: name,
        httpStatus: status,
        requestId: 'req-1',
      },
    });
    expect(hasAwsCode(error, 'Other', name)).toBe(true);
  });

  it.each([
    ['RequestTimeTooSkewed', 'The difference is too large.', true],
    ['RequestInTheFuture', '', true],
    ['RequestExpired', 'Request has expired.', true],
    ['InvalidSignatureException', 'Signature expired: 20261124T000000Z is now earlier', true],
    ['InvalidSignatureException', 'Signature not yet current: 20261124T000000Z', true],
    ['SignatureDoesNotMatch', 'The signature does not match.', false],
    ['AccessDenied', 'No.', false],
  ])('with %s and the message "%s" is about clocks: %s', (name, message, isClockSkew) => {
    const error = understood(Object.assign(answered(name, 403), { message }));
    expect(error).toMatchObject({ code: 'CLOUD.UNAUTHORIZED', meta: { isClockSkew } });
  });

  it.each([
    ['a refused connection', Object.assign(new Error('x'), { code: 'ECONNREFUSED' })],
    ['an unknown host', Object.assign(new Error('x'), { code: 'ENOTFOUND', $metadata: {} })],
    ['a timeout', Object.assign(new Error('x'), { name: 'TimeoutError', $metadata: {} })],
    ['an abort', Object.assign(new Error('x'), { name: 'AbortError' })],
    ['a bad certificate', Object.assign(new Error('x'), { code: 'CERT_HAS_EXPIRED' })],
    [
      'a page of a proxy',
      Object.assign(new SyntaxError('x'), { $metadata: { httpStatusCode: 200 } }),
    ],
  ])('with %s means that AWS was not reached', (_, cause) => {
    expect(understood(cause)).toMatchObject({
      code: 'CLOUD.UNREACHABLE',
      retry: { kind: 'backoff' },
    });
  });

  it('has a message if the SDK has none', () => {
    const aborted = Object.assign(new Error('Request aborted'), { name: 'AbortError' });
    const page = Object.assign(new SyntaxError('<'), { $metadata: { httpStatusCode: 502 } });
    const silent = Object.assign(answered('Blocked'), { message: '' });
    expect([aborted, page, silent].map((cause) => understood(cause).message)).toEqual([
      'ec2:DescribeSubnets: request timed out',
      'ec2:DescribeSubnets: unexpected response with status 502',
      'ec2:DescribeSubnets: Blocked',
    ]);
  });

  it('without credentials is unauthorized', () => {
    const cause = Object.assign(new Error('no credentials'), { name: 'CredentialsProviderError' });
    expect(understood(cause)).toMatchObject({
      code: 'CLOUD.UNAUTHORIZED',
      retry: { kind: 'backoff' },
    });
  });

  it('that is an AppError stays unchanged', () => {
    const error = new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'sts:AssumeRole: no' });
    expect(understandFailure(error, 'ec2:X')).toBe(error);
  });

  it('that is a bug stays unchanged', () => {
    const bug = new TypeError('x is not a function');
    expect(understandFailure(bug, 'ec2:X')).toBe(bug);
  });
});
