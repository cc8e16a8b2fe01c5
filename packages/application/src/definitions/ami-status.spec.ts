import { describe, expect, it } from 'vitest';
import type { ResolvedImage } from '../domain/definition/definition.js';
import { amiStatuses } from './ami-status.js';

const image = (
  id: string,
  variant: ResolvedImage['variant'],
  architecture: ResolvedImage['architecture'] = 'amd64',
): ResolvedImage => ({ id, name: id, architecture, variant, createdAt: 0, deprecated: false });
const arch = (value: string) => ({ key: 'kubernetes.io/arch', operator: 'In', values: [value] });
const gpus = 'karpenter.k8s.aws/instance-gpu-count';
const accelerators = 'karpenter.k8s.aws/instance-accelerator-count';

describe('the status of AMIs', () => {
  it('has the requirements of the devices that each image of an alias is for', () => {
    const images = [image('a', 'standard'), image('b', 'nvidia', 'arm64'), image('c', 'neuron')];
    expect(amiStatuses(images)).toEqual([
      {
        id: 'a',
        name: 'a',
        requirements: [
          arch('amd64'),
          { key: accelerators, operator: 'DoesNotExist' },
          { key: gpus, operator: 'DoesNotExist' },
        ],
      },
      { id: 'b', name: 'b', requirements: [arch('arm64'), { key: gpus, operator: 'Exists' }] },
      {
        id: 'c',
        name: 'c',
        requirements: [arch('amd64'), { key: accelerators, operator: 'Exists' }],
      },
    ]);
  });

  it('lists an image that serves every instance type once, with its architecture only', () => {
    const images = (['standard', 'nvidia', 'neuron'] as const).map((one) => image('own', one));
    expect(amiStatuses(images)).toEqual([
      { id: 'own', name: 'own', requirements: [arch('amd64')] },
    ]);
  });
});
