import type { Roots } from './roots.js';

const poolOf = (instanceType: string, zone: string, fields: object) => ({
  instanceType,
  zone,
  interruptedNodes: 0,
  nodesWithLostPods: 0,
  rebalanceRecommendations: 0,
  nodes: 0,
  unpricedNodes: 0,
  price: '0',
  pods: 0,
  nodeShare: 0,
  priceShare: 0,
  podShare: 0,
  ...fields,
});

export const spotPoolRoots: Roots = {
  spotPools: () => [
    poolOf('m5.large', 'us-east-1a', {
      interruptedNodes: 2,
      nodesWithLostPods: 1,
      ranNodes: 8,
      interruptedRatio: 0.25,
      nodes: 3,
      price: '0.09',
      pods: 18,
      nodeShare: 0.75,
      priceShare: null,
      podShare: 0.9,
    }),
    poolOf('c5.large', 'us-east-1b', {
      interruptedNodes: 5,
      nodes: 1,
      unpricedNodes: 1,
      pods: 2,
      nodeShare: 0.25,
      priceShare: null,
      podShare: 0.1,
    }),
  ],
};
