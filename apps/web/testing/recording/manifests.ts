/** A NodePool of v1beta1, which is read as v1. */
export const betaManifest = `apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata:
  name: ci
spec:
  disruption:
    consolidationPolicy: WhenUnderutilized
  template:
    spec:
      nodeClassRef:
        name: default
      requirements: []
`;

/** Invalid: a tab in line 4. */
export const tabbedManifest = 'kind: NodePool\nmetadata:\n  name: ci\n\tlabels: {}\n';

/** An EC2NodeClass that sets two fields of which only one may be set. */
export const ambiguousManifest = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: twice
spec:
  amiSelectorTerms:
    - alias: al2023@latest
  role: a
  instanceProfile: b
  securityGroupSelectorTerms:
    - tags:
        karpenter.sh/discovery: shop-prod-use1
  subnetSelectorTerms:
    - tags:
        karpenter.sh/discovery: shop-prod-use1
`;

/** Returns a manifest that ends with the weight of a NodePool, with ten times the weight. */
export const withMoreWeight = (manifest: string): string => `${manifest.trimEnd()}0`;

/** Returns a NodePool's manifest with another label of its nodes, which makes them drift. */
export const withTeamLabel = (manifest: string): string =>
  manifest.replace(
    '  template:\n',
    '  template:\n    metadata:\n      labels:\n        team: shop\n',
  );
