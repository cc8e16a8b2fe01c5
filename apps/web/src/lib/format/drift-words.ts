const sentences: Readonly<Record<string, string>> = {
  NodePoolDrifted: 'The NodePool no longer matches the node',
  NodeClassDrift: 'The EC2NodeClass no longer matches the node',
  RequirementsDrifted: 'The node does not satisfy the requirements of the NodePool',
  InstanceTypeNotFound: 'AWS no longer offers the instance type in the zone of the node',
  AMIDrift: 'The EC2NodeClass selects another AMI',
  SecurityGroupDrift: 'The EC2NodeClass selects other security groups',
  SubnetDrift: 'The EC2NodeClass no longer selects the subnet of the node',
  PlacementGroupDrift: 'The EC2NodeClass selects another placement group',
  CapacityReservationDrift:
    'The EC2NodeClass no longer selects the capacity reservation of the node',
};

/** Returns a reason of drift as a sentence without its period; the reason itself if it is unknown. */
export const driftSentence = (reason: string): string => sentences[reason] ?? reason;

/** Returns whether the reason is a change of a definition that is compared by its hash. */
export const isStaticDrift = (reason: string): boolean =>
  reason === 'NodePoolDrifted' || reason === 'NodeClassDrift';
