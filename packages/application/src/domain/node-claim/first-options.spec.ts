import { expect, it } from 'vitest';
import { firstOptions } from './first-options.js';

it('keeps the cheapest types, in the list and in the requirement that names them', () => {
  const arch = {
    key: 'kubernetes.io/arch',
    operator: 'In',
    values: ['amd64'],
    minValues: null,
  } as const;
  const kept = firstOptions(
    {
      instanceTypes: ['c5.large', 'm5.large', 'a1.large'].map((name) => ({ name, offerings: [] })),
      requirements: [
        arch,
        {
          key: 'node.kubernetes.io/instance-type',
          operator: 'In',
          values: ['a1.large', 'c5.large', 'm5.large'],
          minValues: 2,
        },
      ],
    },
    2,
  );
  expect(kept.instanceTypes.map(({ name }) => name)).toEqual(['c5.large', 'm5.large']);
  expect(kept.requirements).toEqual([
    arch,
    {
      key: 'node.kubernetes.io/instance-type',
      operator: 'In',
      values: ['c5.large', 'm5.large'],
      minValues: 2,
    },
  ]);
});

it('keeps all types when there are no more than the count', () => {
  const options = {
    instanceTypes: [{ name: 'c5.large', offerings: [] }],
    requirements: [
      {
        key: 'node.kubernetes.io/instance-type',
        operator: 'In',
        values: ['c5.large'],
        minValues: null,
      } as const,
    ],
  };
  expect(firstOptions(options, 1)).toEqual(options);
  expect(firstOptions(options, 60)).toEqual(options);
});
