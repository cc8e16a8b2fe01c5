import { CreateFleet$, DescribeInstances$ } from '@aws-sdk/client-ec2';
import { TagInstanceProfile$ } from '@aws-sdk/client-iam';
import { describe, expect, it } from 'vitest';
import { readQuery } from './query-reader.js';
import { createShapeCompiler, InputProblem, type SchemaRef } from './shape.js';

const readEc2 = (schema: SchemaRef, query: string) =>
  readQuery(createShapeCompiler('ec2')(schema), new URLSearchParams(query), 'ec2');
const readPlain = (schema: SchemaRef, query: string) =>
  readQuery(createShapeCompiler('plain')(schema), new URLSearchParams(query), 'plain');

/** Returns the problem of a request as `kind path`. */
function problemOf(query: string): string {
  try {
    readEc2(DescribeInstances$[4], query);
  } catch (error) {
    if (error instanceof InputProblem) return `${error.kind} ${error.path}`;
    throw error;
  }
  return 'none';
}

describe('readQuery', () => {
  it('reads the flat lists of EC2 under their query names, in the order of their numbers', () => {
    expect(
      readEc2(
        DescribeInstances$[4],
        'Filter.2.Name=tag-key&Filter.2.Value.1=a&Filter.1.Name=vpc-id&Filter.1.Value.10=y&Filter.1.Value.9=x&InstanceId.1=i-1&MaxResults=5&DryRun=false',
      ),
    ).toEqual({
      Filters: [
        { Name: 'vpc-id', Values: ['x', 'y'] },
        { Name: 'tag-key', Values: ['a'] },
      ],
      InstanceIds: ['i-1'],
      MaxResults: 5,
      DryRun: false,
    });
  });

  it('reads the member lists of the other services', () => {
    const query = 'InstanceProfileName=n&Tags.member.1.Key=k&Tags.member.1.Value=a%20b%2Bc';
    expect(readPlain(TagInstanceProfile$[4], query)).toEqual({
      InstanceProfileName: 'n',
      Tags: [{ Key: 'k', Value: 'a b+c' }],
    });
  });

  it.each([
    ['Color=red', 'unknown Color'],
    ['Filter.1.Colour=x', 'unknown Filter.1.Colour'],
    ['Filter.x.Name=a', 'unknown Filter.x'],
    ['Filter.1e3.Name=a', 'unknown Filter.1e3'],
    ['MaxResults=many', 'invalid MaxResults'],
    ['MaxResults=', 'invalid MaxResults'],
    ['MaxResults=Infinity', 'invalid MaxResults'],
    ['DryRun=yes', 'invalid DryRun'],
    ['__proto__.polluted=1', 'unknown __proto__'],
  ])('refuses %s', (query, problem) => {
    expect(problemOf(query)).toBe(problem);
  });

  it('names a missing required parameter at any depth', () => {
    expect(() => readEc2(CreateFleet$[4], 'Type=instant')).toThrow(
      'The request must contain the parameter LaunchTemplateConfigs',
    );
    expect(() =>
      readEc2(
        CreateFleet$[4],
        'LaunchTemplateConfigs.1.Overrides.1.InstanceType=m5.large&TargetCapacitySpecification.SpotTargetCapacity=1',
      ),
    ).toThrow('TargetCapacitySpecification.TotalTargetCapacity');
  });

  it('accepts a name with a hundred thousand dots', () => {
    expect(problemOf(`${'a.'.repeat(100_000)}a=1`)).toBe('unknown a');
  });
});
