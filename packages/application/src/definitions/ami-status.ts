import type { ResolvedImage } from '../domain/definition/definition.js';

type Variant = ResolvedImage['variant'];

const gpus = 'karpenter.k8s.aws/instance-gpu-count';
const accelerators = 'karpenter.k8s.aws/instance-accelerator-count';

/** Requirements of instance types that an image of each variant supports. Source: karpenter-aws amifamily/types.go. */
const requirementsOf: Readonly<Record<Variant, readonly object[]>> = {
  standard: [
    { key: accelerators, operator: 'DoesNotExist' },
    { key: gpus, operator: 'DoesNotExist' },
  ],
  nvidia: [{ key: gpus, operator: 'Exists' }],
  neuron: [{ key: accelerators, operator: 'Exists' }],
};
const variants = Object.keys(requirementsOf).length;

/**
 * Returns `status.amis` of an EC2NodeClass: each image with the requirements of the instance types that it is for.
 * An image that serves all variants of its architecture has no requirement of devices.
 */
export function amiStatuses(images: readonly ResolvedImage[]): readonly object[] {
  return images.flatMap((image) => {
    const same = images.filter((other) => isSame(image, other));
    const servesAll = new Set(same.map(({ variant }) => variant)).size === variants;
    if (servesAll && same[0] !== image) return [];
    const { id, name, deprecated, architecture, variant } = image;
    const ofArchitecture = { key: 'kubernetes.io/arch', operator: 'In', values: [architecture] };
    return [
      {
        id,
        name,
        ...(deprecated ? { deprecated } : {}),
        requirements: [ofArchitecture, ...(servesAll ? [] : requirementsOf[variant])],
      },
    ];
  });
}

const isSame = (a: ResolvedImage, b: ResolvedImage): boolean =>
  a.id === b.id && a.architecture === b.architecture;
