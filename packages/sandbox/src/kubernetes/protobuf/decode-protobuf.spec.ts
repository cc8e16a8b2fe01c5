import { describe, expect, it } from 'vitest';
import { decodeProtobuf } from './decode-protobuf.js';

/** A field of a message: a number, a text, or the fields of a nested message. */
type Field = readonly [number: number, value: number | string | Buffer | readonly Field[]];

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

function encode(fields: readonly Field[]): Buffer {
  return Buffer.concat(
    fields.map(([number, value]) => {
      if (typeof value === 'number') return Buffer.concat([varint(number << 3), varint(value)]);
      const bytes =
        typeof value === 'string' || Buffer.isBuffer(value) ? Buffer.from(value) : encode(value);
      return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
    }),
  );
}

const envelope = (apiVersion: string, kind: string, object: readonly Field[]): Buffer =>
  Buffer.concat([
    Buffer.from('k8s\0'),
    encode([
      [
        1,
        [
          [1, apiVersion],
          [2, kind],
        ],
      ],
      [2, object],
      [3, ''],
      [4, ''],
    ]),
  ]);

describe('protobuf bodies', () => {
  it('encode built-in kinds by field numbers', () => {
    const pod = envelope('v1', 'Pod', [
      [
        1,
        [
          [1, 'p'],
          [2, ''],
          [3, 'default'],
          [8, []],
          [
            11,
            [
              [1, 'app'],
              [2, 'web'],
            ],
          ],
          [14, 'a/b'],
          [14, 'c/d'],
        ],
      ],
      [
        2,
        [
          [
            1,
            [
              [1, 'data'],
              [2, [[2, [[1, 'Memory']]]]],
            ],
          ],
          [
            2,
            [
              [1, 'c'],
              [2, 'nginx'],
              [
                6,
                [
                  [1, 'http'],
                  [3, 8080],
                ],
              ],
              [
                8,
                [
                  [
                    2,
                    [
                      [1, 'cpu'],
                      [2, [[1, '500m']]],
                    ],
                  ],
                ],
              ],
            ],
          ],
          [4, 30],
          [11, 1],
        ],
      ],
      [3, []],
    ]);
    expect(decodeProtobuf(pod)).toEqual({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: {
        name: 'p',
        namespace: 'default',
        creationTimestamp: null,
        labels: { app: 'web' },
        finalizers: ['a/b', 'c/d'],
      },
      spec: {
        volumes: [{ name: 'data', emptyDir: { medium: 'Memory' } }],
        containers: [
          {
            name: 'c',
            image: 'nginx',
            ports: [{ name: 'http', containerPort: 8080 }],
            resources: { requests: { cpu: '500m' } },
          },
        ],
        terminationGracePeriodSeconds: 30,
        hostNetwork: true,
      },
      status: {},
    });
  });

  it('encode times, quantities, bytes and negative numbers', () => {
    const lease = envelope('coordination.k8s.io/v1', 'Lease', [
      [
        2,
        [
          [1, 'me'],
          [2, 40],
          [
            4,
            [
              [1, 1_795_000_000],
              [2, 500_000_000],
            ],
          ],
        ],
      ],
    ]);
    expect(decodeProtobuf(lease)['spec']).toEqual({
      holderIdentity: 'me',
      leaseDurationSeconds: 40,
      renewTime: '2026-11-18T11:06:40.500Z',
    });
    const budget = envelope('policy/v1', 'PodDisruptionBudget', [
      [
        2,
        [
          [
            1,
            [
              [1, 1],
              [3, '50%'],
            ],
          ],
          [
            3,
            [
              [1, 0],
              [2, 1],
            ],
          ],
        ],
      ],
    ]);
    expect(decodeProtobuf(budget)['spec']).toEqual({ minAvailable: '50%', maxUnavailable: 1 });
    const secret = envelope('v1', 'Secret', [
      [
        2,
        [
          [1, 'a'],
          [2, Buffer.from([1, 2, 3])],
        ],
      ],
    ]);
    expect(decodeProtobuf(secret)['data']).toEqual({ a: 'AQID' });
    const priority = envelope('scheduling.k8s.io/v1', 'PriorityClass', [[2, -5]]);
    expect(decodeProtobuf(priority)['value']).toBe(-5);
  });

  it('encode evictions and delete options', () => {
    const eviction = envelope('policy/v1', 'Eviction', [
      [1, [[1, 'p']]],
      [
        2,
        [
          [1, 30],
          [2, [[1, 'uid']]],
        ],
      ],
    ]);
    expect(decodeProtobuf(eviction)).toEqual({
      apiVersion: 'policy/v1',
      kind: 'Eviction',
      metadata: { name: 'p' },
      deleteOptions: { gracePeriodSeconds: 30, preconditions: { uid: 'uid' } },
    });
    expect(decodeProtobuf(envelope('apps/v1', 'DeleteOptions', [[4, 'Foreground']]))).toMatchObject(
      { propagationPolicy: 'Foreground' },
    );
  });

  it('may have unknown fields', () => {
    expect(
      decodeProtobuf(
        envelope('v1', 'ConfigMap', [
          [1, [[1, 'x']]],
          [99, 'new'],
        ]),
      ),
    ).toEqual({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' } });
  });

  it.each([
    ['no envelope', Buffer.from('{}'), 'provided data does not appear to be a protobuf message'],
    [
      'a kind that is unknown',
      envelope('example.dev/v1', 'Widget', []),
      'the body of the request was in an unknown format',
    ],
    [
      'half a field',
      Buffer.concat([Buffer.from('k8s\0'), Buffer.from([0x0a, 0x50, 0x01])]),
      'the protobuf body ends within a field',
    ],
    [
      'half a number',
      Buffer.concat([Buffer.from('k8s\0'), Buffer.from([0x08, 0x80])]),
      'the protobuf body ends within a number',
    ],
    [
      'a field of an invalid type',
      Buffer.concat([Buffer.from('k8s\0'), Buffer.from([0x0f])]),
      'the protobuf body has a field of an unknown type',
    ],
  ])('are refused with %s', (_what, body, message) => {
    expect(() => decodeProtobuf(body)).toThrow(message);
  });
});
