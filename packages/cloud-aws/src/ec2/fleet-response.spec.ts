import type { CreateFleetError, CreateFleetResult } from '@aws-sdk/client-ec2';
import { describe, expect, it } from 'vitest';
import { someResolution } from '../testing/builders.js';
import type { FleetPlan } from './fleet-request.js';
import { inPlacementGroup, readFleetResponse, refusalOf } from './fleet-response.js';

const plan: FleetPlan = {
  capacityType: 'on-demand',
  reservationType: null,
  securityGroupIds: [],
  isInOrder: false,
  groups: [],
  subnetByZone: new Map(someResolution().subnets.map((subnet) => [subnet.zone, subnet])),
};
const error = (ErrorCode: string, overrides = {}): CreateFleetError => ({
  LaunchTemplateAndOverrides: {
    Overrides: { InstanceType: 'm5.xlarge', SubnetId: 'subnet-a', ...overrides },
  },
  Lifecycle: 'on-demand',
  ErrorCode,
  ErrorMessage: `said ${ErrorCode}`,
});
const read = (answer: Partial<CreateFleetResult>) => readFleetResponse(answer, plan);

describe('the response of CreateFleet', () => {
  it('names the placement group in which offerings had no capacity', () => {
    const answer = read({ Errors: [error('InsufficientInstanceCapacity')] });
    expect(inPlacementGroup(answer, 'pg-1').unavailable).toMatchObject([
      { instanceType: 'm5.xlarge', placementGroupId: 'pg-1' },
    ]);
    expect(inPlacementGroup(answer, undefined)).toBe(answer);
  });

  it('has the instance, and the offerings without capacity', () => {
    const answer = read({
      Instances: [
        {
          InstanceIds: ['i-1'],
          InstanceType: 't3.large',
          LaunchTemplateAndOverrides: { Overrides: { SubnetId: 'subnet-b' } },
        },
      ],
      Errors: [
        error('InsufficientInstanceCapacity'),
        error('InsufficientInstanceCapacity', { AvailabilityZone: 'us-east-1a' }),
        error('VcpuLimitExceeded', { AvailabilityZone: 'us-east-1b' }),
      ],
    });
    expect(answer).toEqual({
      instance: {
        instanceId: 'i-1',
        instanceType: 't3.large',
        zone: 'us-east-1b',
        subnetId: 'subnet-b',
      },
      unavailable: [
        {
          instanceType: 'm5.xlarge',
          zone: 'us-east-1a',
          capacityType: 'on-demand',
          code: 'InsufficientInstanceCapacity',
        },
        {
          instanceType: 'm5.xlarge',
          zone: 'us-east-1b',
          capacityType: 'on-demand',
          code: 'VcpuLimitExceeded',
        },
      ],
      fullSubnetIds: [],
      failure: null,
    });
  });

  it('names the subnets that ran out of addresses', () => {
    expect(read({ Errors: [error('InsufficientFreeAddressesInSubnet')] }).fullSubnetIds).toEqual([
      'subnet-a',
    ]);
  });

  it('is no launch without instance type and zone', () => {
    expect(read({ Instances: [{ InstanceIds: ['i-1'] }] }).instance).toBeNull();
  });
});

describe('a CreateFleet response without an instance', () => {
  const refusal = (answer: Partial<CreateFleetResult>) => refusalOf(read(answer));

  it('is insufficient capacity first, whatever other errors it has', () => {
    const rejected = refusal({
      Errors: [error('UnauthorizedOperation'), error('InsufficientInstanceCapacity')],
    });
    expect(rejected).toMatchObject({
      code: 'CLOUD.INSUFFICIENT_CAPACITY',
      retry: { kind: 'never' },
      meta: { unavailable: [{ instanceType: 'm5.xlarge', zone: 'us-east-1a' }] },
    });
  });

  it.each([
    ['UnauthorizedOperation', 'CLOUD.UNAUTHORIZED', 'backoff'],
    ['RequestLimitExceeded', 'CLOUD.RATE_LIMITED', 'backoff'],
    ['InvalidParameterValue', 'CLOUD.INVALID', 'never'],
  ])('says %s as %s', (awsCode, code, kind) => {
    expect(refusal({ Errors: [error(awsCode)] })).toMatchObject({
      code,
      retry: { kind },
      message: `ec2:CreateFleet: said ${awsCode}`,
      meta: { awsCode },
    });
  });

  it('without an error is retryable', () => {
    expect(refusal({})).toMatchObject({ code: 'CLOUD.CREATE_FAILED', retry: { kind: 'backoff' } });
  });
});
