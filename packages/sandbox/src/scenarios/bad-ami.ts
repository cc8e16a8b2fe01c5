import { setInflation } from './inflate.js';
import type { Scenario } from './scenario.js';

export const badAmi: Scenario = {
  name: 'bad-ami',
  summary: 'The newest images for the cluster’s version do not boot, while pods need nodes.',
  watch:
    'Instances launch and never join. Their NodeClaims fail for that reason, without a busy loop of launches. An AMI that is pinned to an earlier release fixes it.',
  page: (cluster) => `/clusters/${cluster}`,
  size: { of: 'pods that need nodes', usual: 5, max: 500 },
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
    return `${images.length} images for Kubernetes ${plan.version} in ${plan.region} are broken for ${seconds} s, and ${size} pods need nodes in ${plan.name}.`;
  },
};
