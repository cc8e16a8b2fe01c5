import { describe, expect, it } from 'vitest';
import { consoleUrl } from './console-url.js';

describe('the address of a resource in the console of AWS', () => {
  it.each([
    ['i-0a1', 'ec2/home?region=eu-west-1#InstanceDetails:instanceId=i-0a1'],
    ['ami-0a1', 'ec2/home?region=eu-west-1#ImageDetails:imageId=ami-0a1'],
    ['sg-0a1', 'ec2/home?region=eu-west-1#SecurityGroup:groupId=sg-0a1'],
    ['subnet-0a1', 'vpcconsole/home?region=eu-west-1#SubnetDetails:subnetId=subnet-0a1'],
  ])('of %s is its page', (id, path) => {
    expect(consoleUrl(id, 'eu-west-1')).toBe(`https://eu-west-1.console.aws.amazon.com/${path}`);
  });

  it.each([
    ['cn-north-1', 'cn-north-1.console.amazonaws.cn'],
    ['us-gov-west-1', 'us-gov-west-1.console.amazonaws-us-gov.com'],
  ])('in %s is in the console of its partition', (region, host) => {
    expect(new URL(consoleUrl('i-0a1', region) ?? '').host).toBe(host);
  });

  it.each([
    ['vol-0a1', 'eu-west-1'],
    ['constructor-0a1', 'eu-west-1'],
    ['i-0a1&x=1', 'eu-west-1'],
    ['i-0a1', 'evil.example/'],
  ])('of %s in %s is not known', (id, region) => {
    expect(consoleUrl(id, region)).toBeNull();
  });
});
