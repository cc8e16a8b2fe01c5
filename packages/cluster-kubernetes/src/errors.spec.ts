import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { toSentence, toUnreachableError } from './errors.js';

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code });

describe('toSentence', () => {
  it.each([
    [
      coded('connect ECONNREFUSED 10.0.0.1:443', 'ECONNREFUSED'),
      'connect ECONNREFUSED 10.0.0.1:443',
    ],
    [coded('self-signed certificate', 'DEPTH_ZERO'), 'self-signed certificate (DEPTH_ZERO)'],
    [new AggregateError([new Error('first'), new Error('second')], ''), 'first'],
    [new AggregateError([], 'nothing worked'), 'nothing worked'],
    [new RangeError(''), 'RangeError'],
    [new AppError({ code: 'CLOUD.UNAUTHORIZED', message: 'no role' }), 'no role'],
    ['a text', 'a text'],
    [undefined, 'undefined'],
  ])('says what %s is', (cause, sentence) => {
    expect(toSentence(cause)).toBe(sentence);
  });
});

describe('toUnreachableError', () => {
  const bait = 'Host: a. is not in the cert: DNS:root-x-0-0';

  it.each([
    [coded('Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT'), 'no answer in time'],
    [coded('other side closed', 'UND_ERR_SOCKET'), 'the connection was closed'],
    [coded(bait, 'ERR_TLS_CERT_ALTNAME_INVALID'), 'its certificate is for another host'],
    [
      coded('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'),
      'its certificate is not signed by the CA of the cluster',
    ],
    [coded(bait, 'EHOSTUNREACH'), 'no answer (EHOSTUNREACH)'],
    [coded(bait, 'not a code'), 'no answer (Error)'],
    [new RangeError(bait), 'no answer (RangeError)'],
    [bait, 'no answer'],
  ])('says what kept %s from an answer, without what the server sent', (cause, words) => {
    expect(toUnreachableError('GET /', cause).message).toBe(`GET /: ${words}`);
  });

  it('leaves a failure that is understood already as it is', () => {
    const understood = new AppError({ code: 'CLUSTER.FORBIDDEN', message: 'no' });
    expect(toUnreachableError('GET /', understood)).toBe(understood);
  });
});
