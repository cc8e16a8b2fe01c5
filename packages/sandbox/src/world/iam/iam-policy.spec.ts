import { describe, expect, it } from 'vitest';
import { allows, type PolicyStatement, readPolicy } from './iam-policy.js';

const statement = (some: Partial<PolicyStatement> = {}): PolicyStatement => ({
  Effect: 'Allow',
  Action: 'ec2:RunInstances',
  Resource: 'arn:aws:ec2:us-east-1:*:instance/*',
  ...some,
});
const requested = {
  action: 'ec2:RunInstances',
  resource: 'arn:aws:ec2:us-east-1:111122223333:instance/*',
  context: {},
};

describe('a policy', () => {
  it('allows only the listed actions and resources', () => {
    const policy = { Statement: [statement()] };
    expect(allows(policy, requested)).toBe(true);
    expect(allows(policy, { ...requested, action: 'ec2:TerminateInstances' })).toBe(false);
    expect(
      allows(policy, { ...requested, resource: 'arn:aws:ec2:eu-west-1:111122223333:instance/*' }),
    ).toBe(false);
    expect(allows({ Statement: [] }, requested)).toBe(false);
    const many = { Statement: [statement({ Action: ['ec2:Describe*', 'EC2:runinstances'] })] };
    expect(allows(many, requested)).toBe(true);
  });

  it('gives Deny precedence over Allow', () => {
    const denied = statement({ Effect: 'Deny', Resource: '*' });
    expect(allows({ Statement: [statement(), denied] }, requested)).toBe(false);
  });

  it.each([
    [{ StringEquals: { 'aws:RequestTag/team': 'a' } }, { 'aws:RequestTag/team': 'a' }, true],
    [{ StringEquals: { 'aws:RequestTag/team': 'a' } }, { 'aws:RequestTag/team': 'b' }, false],
    [{ StringEquals: { 'aws:RequestTag/team': 'a' } }, {}, false],
    [{ StringEquals: { 'ec2:CreateAction': ['x', 'y'] } }, { 'ec2:CreateAction': 'y' }, true],
    [{ StringEquals: { a: '1', b: '2' } }, { a: '1' }, false],
    [{ StringLike: { pool: '*' } }, { pool: '' }, true],
    [{ StringLike: { pool: '*' } }, {}, false],
    [{ StringLike: { pool: 'a?c.*' } }, { pool: 'abc.d' }, true],
    [{ StringLike: { pool: 'a.c' } }, { pool: 'abc' }, false],
    [{ StringEqualsIfExists: { a: '1' } }, {}, true],
    [{ StringEqualsIfExists: { a: '1' } }, { a: '2' }, false],
    [{ 'ForAllValues:StringEquals': { keys: ['a', 'b'] } }, { keys: ['a'] }, true],
    [{ 'ForAllValues:StringEquals': { keys: ['a', 'b'] } }, { keys: ['a', 'c'] }, false],
    [{ 'ForAllValues:StringEquals': { keys: ['a'] } }, {}, true],
    [{ 'ForAnyValue:StringEquals': { keys: ['a'] } }, { keys: ['a', 'c'] }, true],
  ])('with %j, asked with %j: %s', (Condition, context, expected) => {
    const policy = { Statement: [statement({ Condition })] };
    expect(allows(policy, { ...requested, context })).toBe(expected);
  });

  it('is refused if it has a condition that is not simulated', () => {
    const text = JSON.stringify({
      Statement: [statement({ Condition: { DateLessThan: { a: '1' } } })],
    });
    expect(() => readPolicy(text)).toThrow('DateLessThan');
    expect(() => readPolicy('{}')).toThrow('Statement');
    expect(readPolicy(JSON.stringify({ Statement: [statement()] })).Statement).toHaveLength(1);
  });
});
