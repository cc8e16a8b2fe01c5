import { describe, expect, it } from 'vitest';
import { publishImages } from './images.js';

const { images, parameters } = publishImages('us-east-1');
const resolve = (name: string) => images.get(parameters.get(name)?.imageId ?? '');

describe('publishImages', () => {
  it.each([
    [
      '/aws/service/eks/optimized-ami/1.34/amazon-linux-2023/x86_64/standard/recommended/image_id',
      'amazon-eks-node-al2023-x86_64-standard-1.34-v20261023',
    ],
    [
      '/aws/service/eks/optimized-ami/1.36/amazon-linux-2023/arm64/nvidia/recommended/image_id',
      'amazon-eks-node-al2023-arm64-nvidia-1.36-v20261023',
    ],
    [
      '/aws/service/eks/optimized-ami/1.33/amazon-linux-2023/x86_64/standard/amazon-eks-node-al2023-x86_64-standard-1.33-v20260814/image_id',
      'amazon-eks-node-al2023-x86_64-standard-1.33-v20260814',
    ],
    [
      '/aws/service/eks/optimized-ami/1.33/amazon-linux-2/recommended/image_id',
      'amazon-eks-node-1.33-v20261023',
    ],
    [
      '/aws/service/eks/optimized-ami/1.33/amazon-linux-2-arm64/recommended/image_id',
      'amazon-eks-arm64-node-1.33-v20261023',
    ],
    [
      '/aws/service/eks/optimized-ami/1.33/amazon-linux-2-gpu/recommended/image_id',
      'amazon-eks-gpu-node-1.33-v20261023',
    ],
    [
      '/aws/service/bottlerocket/aws-k8s-1.35/arm64/latest/image_id',
      'bottlerocket-aws-k8s-1.35-arm64-v1.54.0',
    ],
    [
      '/aws/service/bottlerocket/aws-k8s-1.35-nvidia/x86_64/1.52.0/image_id',
      'bottlerocket-aws-k8s-1.35-nvidia-x86_64-v1.52.0',
    ],
  ])('%s names the image %s', (parameter, name) => {
    expect(resolve(parameter)?.name).toBe(name);
  });

  it('has different IDs in another region, and constant IDs in a region', () => {
    const elsewhere = publishImages('eu-west-1').images;
    expect([...images.keys()].some((id) => elsewhere.has(id))).toBe(false);
    expect([...publishImages('us-east-1').images.keys()]).toEqual([...images.keys()]);
  });

  it('has an image for each parameter, and unique image names', () => {
    for (const { imageId } of parameters.values()) expect(images.has(imageId)).toBe(true);
    expect(new Set([...images.values()].map(({ name }) => name)).size).toBe(images.size);
  });
});
