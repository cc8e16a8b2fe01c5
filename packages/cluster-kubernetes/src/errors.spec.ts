import { AppError } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { toSentence, toUnreachableError } from './errors.js';

const coded = (message: string, code: string): Error => Object.assign(new Error(message), { code });

describe('toSentence', () => {
  it.each([
    [coded('Headers Timeout Error', 'UND_ERR_HEADERS_TIMEOUT'), 'no answer in time'],
    [coded('other side closed', 'UND_ERR_SOCKET'), 'the connection was closed'],
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
  it('leaves a failure that is understood already as it is', () => {
    const understood = new AppError({ code: 'CLUSTER.FORBIDDEN', message: 'no' });
    expect(toUnreachableError('GET /', understood)).toBe(understood);
  });
});
