const inTemplate = (field: string): string => `write spec.template.${field}`;

/**
 * Fields without a meaning in v1, with their replacement. They are not converted, because another
 * object replaces them or v1 has no equivalent.
 */
export const retiredFields: ReadonlyMap<string, string> = new Map([
  [
    'spec.provider',
    'AWS settings are in an EC2NodeClass; reference it in spec.template.spec.nodeClassRef',
  ],
  ['spec.providerRef', 'reference an EC2NodeClass in spec.template.spec.nodeClassRef'],
  [
    'spec.template.spec.providerRef',
    'reference an EC2NodeClass in spec.template.spec.nodeClassRef',
  ],
  ['spec.requirements', inTemplate('spec.requirements')],
  ['spec.taints', inTemplate('spec.taints')],
  ['spec.startupTaints', inTemplate('spec.startupTaints')],
  ['spec.labels', inTemplate('metadata.labels')],
  ['spec.annotations', inTemplate('metadata.annotations')],
  ['spec.consolidation', 'write spec.disruption.consolidationPolicy'],
  [
    'spec.ttlSecondsAfterEmpty',
    'write spec.disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: <seconds>s }',
  ],
  ['spec.ttlSecondsUntilExpired', inTemplate('spec.expireAfter: <seconds>s')],
  ['spec.kubeletConfiguration', 'write spec.kubelet of the EC2NodeClass'],
  ['spec.template.spec.kubelet', 'use spec.kubelet of the EC2NodeClass'],
  [
    'spec.template.spec.resources',
    'nodes are sized by their pods; limit the NodePool with spec.limits',
  ],
  ['spec.launchTemplate', 'use the other fields of the EC2NodeClass for its settings'],
  ['spec.launchTemplateName', 'use the other fields of the EC2NodeClass for its settings'],
  ['spec.subnetSelector', 'write spec.subnetSelectorTerms: [{ tags: { … } }]'],
  ['spec.securityGroupSelector', 'write spec.securityGroupSelectorTerms: [{ tags: { … } }]'],
  ['spec.amiSelector', 'write spec.amiSelectorTerms: [{ tags: { … } }]'],
]);

/** Values removed from enumerations, by path. */
export const retiredValues: ReadonlyMap<string, string> = new Map([
  [
    'spec.amiFamily: Ubuntu',
    'Ubuntu is not a family in v1; use Custom with amiSelectorTerms and userData',
  ],
]);
