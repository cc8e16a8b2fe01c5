import { describe, expect, it } from 'vitest';
import { amiFamilyOf, parseImageAlias } from '../instance-types/ami-family.js';
import { given, someNodeClass } from '../testing/builders.js';
import { familyProblem, imageParameters, otherImageAdvice } from './image-parameters.js';

const read = (text: string) => given(parseImageAlias(text));
const pathsOf = (alias: string, version: string) =>
  imageParameters(read(alias), version).map(
    ({ path, architecture, variants }) => `${architecture} ${variants.join('+')} ${path}`,
  );

describe('SSM parameters of images', () => {
  it('exist for AL2023 with both architectures and their devices', () => {
    const root = '/aws/service/eks/optimized-ami/1.31/amazon-linux-2023';
    expect(pathsOf('al2023@latest', '1.31')).toEqual([
      `amd64 standard ${root}/x86_64/standard/recommended/image_id`,
      `arm64 standard ${root}/arm64/standard/recommended/image_id`,
      `amd64 nvidia ${root}/x86_64/nvidia/recommended/image_id`,
      `arm64 nvidia ${root}/arm64/nvidia/recommended/image_id`,
      `amd64 neuron ${root}/x86_64/neuron/recommended/image_id`,
    ]);
  });

  it('contain the full name of a pinned AL2023 version', () => {
    expect(pathsOf('al2023@v20250519', '1.31')[0]).toBe(
      'amd64 standard /aws/service/eks/optimized-ami/1.31/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.31-v20250519/image_id',
    );
  });

  it('exist for AL2 once for all devices', () => {
    const root = '/aws/service/eks/optimized-ami/1.30';
    expect(pathsOf('al2@latest', '1.30')).toEqual([
      `amd64 standard ${root}/amazon-linux-2/recommended/image_id`,
      `arm64 standard ${root}/amazon-linux-2-arm64/recommended/image_id`,
      `amd64 nvidia+neuron ${root}/amazon-linux-2-gpu/recommended/image_id`,
    ]);
    expect(pathsOf('al2@v20250519', '1.30')[1]).toBe(
      `arm64 standard ${root}/amazon-linux-2-arm64/amazon-eks-arm64-node-1.30-v20250519/image_id`,
    );
  });

  it('contain the Bottlerocket version without its v', () => {
    expect(pathsOf('bottlerocket@v1.20.0', '1.31')).toEqual([
      'amd64 standard /aws/service/bottlerocket/aws-k8s-1.31/x86_64/1.20.0/image_id',
      'arm64 standard /aws/service/bottlerocket/aws-k8s-1.31/arm64/1.20.0/image_id',
      'amd64 nvidia /aws/service/bottlerocket/aws-k8s-1.31-nvidia/x86_64/1.20.0/image_id',
      'arm64 nvidia /aws/service/bottlerocket/aws-k8s-1.31-nvidia/arm64/1.20.0/image_id',
    ]);
    expect(pathsOf('bottlerocket@latest', '1.31')[0]).toContain('/x86_64/latest/image_id');
  });

  it('exist for Windows on x86_64 only', () => {
    expect(pathsOf('windows2022@latest', '1.31')).toEqual([
      'amd64 standard /aws/service/ami-windows-latest/Windows_Server-2022-English-Core-EKS_Optimized-1.31/image_id',
    ]);
  });
});

describe('aliases', () => {
  it.each(['al2023', 'ubuntu@latest', 'al2023@', '@latest', 'al2023@v1@v2', ''])(
    'do not include %j',
    (alias) => {
      expect(parseImageAlias(alias)).toBeNull();
    },
  );

  it('determine the family unless the EC2NodeClass names another', () => {
    const amiSelectorTerms = [{ alias: 'bottlerocket@latest' }];
    expect(amiFamilyOf(someNodeClass({ amiSelectorTerms }))).toBe('Bottlerocket');
    expect(amiFamilyOf(someNodeClass({ amiSelectorTerms, amiFamily: 'Custom' }))).toBe('Custom');
    expect(amiFamilyOf(someNodeClass({ amiSelectorTerms: [{ id: 'ami-1' }] }))).toBe('Custom');
  });
});

describe('families and Kubernetes versions', () => {
  it.each([
    ['al2@latest', '1.32'],
    ['al2023@latest', '1.36'],
    ['windows2025@latest', '1.35'],
  ])('%s goes with %s', (alias, version) => {
    expect(familyProblem(read(alias), version)).toBeNull();
  });

  it.each([
    ['al2@latest', '1.33', 'end of support'],
    ['windows2025@latest', '1.34', '1.35 or later'],
  ])('%s does not go with %s', (alias, version, problem) => {
    expect(familyProblem(read(alias), version)).toContain(problem);
  });
});

describe('the advice for an alias without images', () => {
  it.each([
    ['al2023@v20250519', 'Pin a version that exists, or use al2023@latest.'],
    ['bottlerocket@v1.21.1', 'Pin a version that exists, or use bottlerocket@latest.'],
  ])('names the latest version for %s', (alias, advice) => {
    expect(otherImageAdvice(read(alias))).toBe(advice);
  });

  it.each(['windows2022@latest', 'windows2019@latest', 'al2023@latest'])(
    'does not advise %s for itself',
    (alias) => {
      const advice = otherImageAdvice(read(alias));
      expect(advice).not.toContain(alias);
      expect(advice).toContain('amiSelectorTerms');
    },
  );
});
