import { setInflation } from './inflate.js';
import type { Scenario } from './scenario.js';

export const badAmi: Scenario = {
  name: 'bad-ami',
  summary: 'the newest images for the cluster’s version never come up; pods ask for nodes',
  watch:
    'instances launch and never join; their claims fail for that reason, and nothing is launched in a busy loop. An AMI that is pinned to an earlier release helps',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'pods that ask for nodes', usual: 5, max: 500 },
  seconds: 1_200,
  begin: ({ fleet, plan, cluster, size, seconds, atEnd }) => {
    const { instances } = fleet.world;
    const newest = new RegExp(
      `/(optimized-ami/${plan.version}/.*/recommended|aws-k8s-${plan.version}(-nvidia)?/.*/latest)/image_id$`,
    );
    const images = [...fleet.world.publishedImages(plan.region).parameters.values()].filter(
      ({ name }) => newest.test(name),
    );
    for (const { imageId } of images) {
      instances.breakImage(imageId);
      atEnd(() => instances.mendImage(imageId));
    }
    setInflation(cluster, size);
    return `${images.length} images for Kubernetes ${plan.version} in ${plan.region} are broken for ${seconds} s; ${size} pods ask for nodes in ${plan.name}`;
  },
};
