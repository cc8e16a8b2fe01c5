import { ReceiveMessage$, SendMessage$ } from '@aws-sdk/client-sqs';
import { GetParameter$ } from '@aws-sdk/client-ssm';
import { describe, expect, it } from 'vitest';
import { readJson, writeJson } from './json.js';
import { createShapeCompiler } from './shape.js';

const compile = createShapeCompiler('plain');

describe('readJson', () => {
  it('keeps known members and drops others', () => {
    const body = { QueueUrl: 'u', MaxNumberOfMessages: 3, Unheard: { of: 1 } };
    expect(readJson(compile(ReceiveMessage$[4]), body)).toEqual({
      QueueUrl: 'u',
      MaxNumberOfMessages: 3,
    });
  });

  it.each([
    [[], 'The request must be an object'],
    ['text', 'The request must be an object'],
    [{ QueueUrl: 7 }, 'QueueUrl must be a string'],
    [{ QueueUrl: 'u', MaxNumberOfMessages: '3' }, 'MaxNumberOfMessages must be a number'],
    [{ QueueUrl: 'u', AttributeNames: 'All' }, 'AttributeNames must be a list'],
    [{ QueueUrl: 'u', AttributeNames: [1] }, 'AttributeNames[0] must be a string'],
    [{ MaxNumberOfMessages: 3 }, 'The request must contain the parameter QueueUrl.'],
  ])('refuses %j', (body, message) => {
    expect(() => readJson(compile(ReceiveMessage$[4]), body)).toThrow(message);
  });

  it('reads a key such as __proto__ as an ordinary key', () => {
    const body: unknown = JSON.parse(
      '{"QueueUrl":"u","MessageBody":"b","MessageAttributes":{"__proto__":{"DataType":"String"}}}',
    );
    const read = Object(readJson(compile(SendMessage$[4]), body));
    expect(Object.keys(read.MessageAttributes)).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(read.MessageAttributes)).toBe(Object.prototype);
  });
});

describe('writeJson', () => {
  it('writes timestamps in seconds', () => {
    const output = { Parameter: { Name: 'n', LastModifiedDate: new Date(1_500) } };
    expect(writeJson(compile(GetParameter$[5]), output)).toMatchObject({
      Parameter: { Name: 'n', LastModifiedDate: 1.5 },
    });
  });
});
