import { labelKeys } from '@kerf/core';
import { expect, it } from 'vitest';
import { m6gLarge, someFacts, someResolutionInput } from '../testing/builders.js';
import { awsLabelKeys } from './labels.js';
import { createInstanceTypeResolver } from './resolver.js';

it('The values of labels are those of all instance types of the region, sorted, whatever an EC2NodeClass allows', () => {
  const { catalog } = someResolutionInput([someFacts(), { ...m6gLarge, zones: ['us-east-1d'] }]);
  const values = createInstanceTypeResolver().labelValues(catalog);
  expect(values.get(labelKeys.instanceType)).toEqual(['m5.xlarge', 'm6g.large']);
  expect(values.get(labelKeys.arch)).toEqual(['amd64', 'arm64']);
  expect(values.get(labelKeys.zone)).toEqual([
    'us-east-1a',
    'us-east-1b',
    'us-east-1c',
    'us-east-1d',
  ]);
  expect(values.get(awsLabelKeys.size)).toEqual(['large', 'xlarge']);
  expect(values.get(labelKeys.region)).toEqual([catalog.region]);
  expect(values.has(labelKeys.zoneId)).toBe(false);
  expect(values.has(awsLabelKeys.reservationId)).toBe(false);
});
