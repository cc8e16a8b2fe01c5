import * as ec2 from '@aws-sdk/client-ec2';
import * as iam from '@aws-sdk/client-iam';
import * as sqs from '@aws-sdk/client-sqs';
import * as sts from '@aws-sdk/client-sts';
import { invariant } from '@kerf/core';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../operation.js';
import type { HttpReply, HttpRequest } from '../protocol/protocol.js';
import type { Service } from '../service.js';
import { services } from '../services.js';
import { createShapeCompiler, type Shape } from './shape.js';

/**
 * Sends arbitrary inputs and outputs of every operation through the real client: both sides must
 * read what the other side wrote.
 */

const clients: Readonly<Record<string, object>> = { ec2, iam, sqs, sts };
const compile = createShapeCompiler('plain');
const propertyOptions = { seed: 20261121, numRuns: 20 };

/** Text that is valid in XML: no control characters and no lone surrogates. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter((each) => !/\p{Cc}/u.test(each)),
  fc.constantFrom(
    'a & b',
    '<b>',
    '&amp;lt;',
    '"quoted"',
    ' padded ',
    'ärger/ünit=1&2+3%20',
    'a\nb',
  ),
);

function valueOf(shape: Shape, depth: number): fc.Arbitrary<unknown> {
  switch (shape.kind) {
    case 'struct': {
      const members = shape.members.filter(
        (member) => member.isRequired || depth > 0 || isScalar(member.shape),
      );
      const required = members.filter(({ isRequired }) => isRequired).map(({ name }) => name);
      return fc.record(
        Object.fromEntries(members.map(({ name, shape: of }) => [name, valueOf(of, depth - 1)])),
        { requiredKeys: required },
      );
    }
    case 'list':
      return fc.array(valueOf(shape.item, depth - 1), { minLength: 1, maxLength: 3 });
    case 'map':
      return fc.dictionary(fc.stringMatching(/^[a-zA-Z]{1,8}$/), valueOf(shape.value, depth - 1), {
        minKeys: 1,
        maxKeys: 3,
      });
    case 'boolean':
      return fc.boolean();
    case 'number':
      return fc.integer({ min: 0, max: 1_000_000 });
    case 'timestamp':
      return fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => new Date(seconds * 1000));
    case 'blob':
      return fc.uint8Array({ minLength: 1, maxLength: 8 }).map((bytes) => new Uint8Array(bytes));
    default:
      return text;
  }
}

function isScalar(shape: Shape): boolean {
  return shape.kind !== 'struct' && shape.kind !== 'list' && shape.kind !== 'map';
}

/** Removes empty objects and lists, which a query cannot express. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(prune).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date || value instanceof Uint8Array) return value;
  const entries = Object.entries(value)
    .map(([key, item]) => [key, prune(item)] as const)
    .filter(([, item]) => item !== undefined);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

interface Sent {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array;
}

interface Exchanged {
  readonly request: HttpRequest;
  readonly output: Record<string, unknown>;
}

type Exchange = (operation: Operation, input: unknown, output: object) => Promise<Exchanged>;

/** Sends commands with the real client; the server answers each with the given output. */
function createExchange(service: Service): Exchange {
  const module = clients[service.name] ?? {};
  const clientName = Object.keys(module).find((name) => /^[A-Z0-9]+Client$/.test(name));
  const Client = Reflect.get(module, clientName ?? '');
  const requests: HttpRequest[] = [];
  let reply: HttpReply = { status: 500, headers: {}, body: '' };
  const client = new Client({
    region: 'us-east-1',
    endpoint: 'http://127.0.0.1:1',
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'secret' },
    md5: false,
    requestHandler: {
      handle: async ({ method, headers, body }: Sent) => {
        const bytes = body instanceof Uint8Array ? body : Buffer.from(body);
        requests.push({ method, headers, path: '/', query: '', body: Buffer.concat([bytes]) });
        const response = { statusCode: reply.status, headers: { ...reply.headers } };
        return { response: { ...response, body: new TextEncoder().encode(reply.body) } };
      },
    },
    streamCollector: async (bytes: Uint8Array) => bytes,
  });
  return async (operation, input, output) => {
    reply = service.protocol.writeOutput(operation, output, 'request-1');
    const Command = Reflect.get(module, `${operation.schema[2]}Command`);
    const { $metadata: _metadata, ...answer } = await client.send(new Command(input));
    const [request] = requests.splice(0);
    invariant(request !== undefined, 'the client has sent no request');
    return { request, output: answer };
  };
}

const cases = Object.keys(clients).flatMap((name) => {
  const service = services.get(name);
  invariant(service !== undefined, `there is no service ${name}`);
  const exchange = createExchange(service);
  return [...service.operations.values()].map(
    (operation) => [name, operation.schema[2], { service, operation, exchange }] as const,
  );
});

describe.each(cases)('%s %s', (_service, operationName, { service, operation, exchange }) => {
  const inputs = valueOf(compile(operation.schema[4]), 4);
  const outputShape = compile(operation.schema[5]);
  const outputs = outputShape.kind === 'unit' ? fc.constant({}) : valueOf(outputShape, 4);

  it('is read and written as the real client expects', async () => {
    await fc.assert(
      fc.asyncProperty(inputs, outputs, async (input, output) => {
        const meant = input ?? {};
        const exchanged = await exchange(operation, meant, Object(output));
        const found = service.protocol.findOperation(exchanged.request, service.operations);
        expect(found.name).toBe(operationName);
        const read = service.protocol.readInput(operation, exchanged.request);
        // The client adds a token if the input has none.
        const token =
          Reflect.get(Object(meant), 'ClientToken') ?? Reflect.get(Object(read), 'ClientToken');
        const expected = token === undefined ? meant : { ...meant, ClientToken: token };
        expect(prune(read)).toEqual(prune(expected));
        expect(prune(exchanged.output)).toEqual(prune(output));
      }),
      propertyOptions,
    );
  });
});
