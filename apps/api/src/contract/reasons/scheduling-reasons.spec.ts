import { solve } from '@kerf/engine';
import { reasonScenarios } from '@kerf/testing';
import { describe, expect, it } from 'vitest';
import { describeReason } from './describe-reason.js';

import { schedulingReasonTexts } from './scheduling-reason-texts.js';

/** The text of each scenario of the engine: what is wrong, and how to fix it. */
const expected: Readonly<Record<string, readonly [sentence: string, change?: string]>> = {
  'the PersistentVolumeClaim of the pod is lost': [
    'A volume of the pod cannot be used: lost',
    'Fix the PersistentVolumeClaim or its StorageClass',
  ],
  'the ResourceClaim of the pod is missing': [
    'A resource claim of the pod cannot be satisfied: it is gone',
    'Fix the ResourceClaim, its template or its DeviceClass',
  ],
  'the pod uses something that Kerf cannot plan': [
    'Pod uses devices of several nodes, which Kerf does not support yet',
    'Remove devices of several nodes from the pod, or run it on nodes that Kerf does not manage',
  ],
  'the claim needs more devices than any type has': [
    'The request gpu of claim gpu needs 3 devices; no compatible instance type of NodePool general has more than 2',
    'Allow instance types with such devices in NodePool general, or change the selectors of the claim or of its DeviceClass',
  ],
  'the claim selects no device of any type': [
    'No compatible instance type of NodePool general has a device that request gpu of claim gpu selects',
    'Allow instance types with such devices in NodePool general, or change the selectors of the claim or of its DeviceClass',
  ],
  'the claim selects partitions of devices': [
    'The request gpu of claim gpu selects partitions of GPUs (MIG), which Kerf plans on no new node, because the settings of the driver decide on them',
    'Select whole devices, or run the pod on a node that has published such devices',
  ],
  'the devices have less capacity than the claim needs': [
    'The devices that request gpu of claim gpu selects are in use, or too small for it',
    'Request fewer devices or less of their capacity in one pod',
  ],
  'the constraint is on an attribute that is not known': [
    'No devices of a compatible instance type of NodePool general satisfy the constraint on resource.kubernetes.io/pcieRoot for request gpu of claim gpu; attributes that are known only once a node runs satisfy none',
    'Remove the constraint from the claim, or run the pod on a node that exists',
  ],
  'it is unknown whether the claim selects the devices': [
    'It is unknown which devices request gpu of claim gpu selects: attribute gpu/uuid is known only once the node runs',
    'Correct the expression, or select by attributes that are known before a node runs',
  ],
  'the claim has its devices on a node that is full': [
    'Claim gpu has its devices on node db, which cannot take the pod',
    'Use a claim of its own for the pod, or make room on that node',
  ],
  'the claim has too many combinations of devices': [
    'The request others of claim gpu has too many combinations of devices to try',
    'Select devices more closely, or use fewer constraints',
  ],
  'the node needs devices that some types lack': [
    'They have no devices for the claims of the pods',
  ],
  'no NodePool takes pending pods': [
    'The cluster has no NodePool that takes pending pods',
    'Create a NodePool without replicas',
  ],
  'the volumes of the pod are in two zones': [
    'No node can attach all volumes of the pod: shop/data requires zone us-east-1a and shop/log requires zone us-east-1b',
    'Move the data into one zone, and bind volumes with WaitForFirstConsumer',
  ],
  'the NodePool is being deleted': [
    'NodePool general is being deleted',
    'Create another NodePool for the pod',
  ],
  'a field of the NodePool cannot be read': [
    'NodePool general is refused and launches nothing: spec.weight: must be a number',
    'Correct spec.weight of NodePool general in the cluster',
  ],
  'launches of the NodePool are paused': [
    'Launches in NodePool general are paused by ana: bad AMI',
    'Release the pause on the page Brakes',
  ],
  'the spending of the month has reached its limit': [
    'Nothing is launched in NodePool general: $1,002 of the monthly spend limit of $1,000 are spent',
    'Raise the spend limit on the page Brakes',
  ],
  'every instance type costs more than the spend limit leaves': [
    '$0.0000/h are left of the spend limit of $1.000/h for NodePool general; the cheapest instance type that fits, c5.large, costs up to $0.1000/h',
    'Raise the spend limit on the page Brakes',
  ],
  'no subnet matches': [
    'NodePool general is not ready: no subnet matches',
    'Create or fix EC2NodeClass company',
  ],
  'the EC2NodeClass does not exist': [
    'NodePool general is not ready: EC2NodeClass company does not exist',
    'Create or fix EC2NodeClass company',
  ],
  'the EC2NodeClass resolves to no instance type': [
    'The EC2NodeClass of NodePool general resolves to no instance type',
    'Check its subnets and AMIs',
  ],
  'no instance type has the category that the NodePool requires': [
    'NodePool general allows category z, which leaves no instance type',
    'Allow other categories in NodePool general',
  ],
  'the pod does not tolerate a taint': [
    'Pod does not tolerate taint dedicated=ci:NoSchedule of NodePool general',
    'Add a toleration of dedicated to the pod, if it belongs on NodePool general; else remove the taint',
  ],
  'no NodePool defines the label': [
    'Pod requires label team=payments; NodePool general does not define the label',
    'Add team to the requirements or labels of NodePool general, or remove it from the pod',
  ],
  'the NodePool allows another capacity type': [
    'Pod requires capacity type spot; NodePool general allows on-demand',
    'Allow capacity type spot in NodePool general, or change the pod’s node selector or affinity',
  ],
  'the NodePool allows other zones': [
    'Pod requires zone us-east-1a; NodePool general allows us-east-1b',
    'Allow zone us-east-1a in NodePool general, or change the pod’s node selector or affinity',
  ],
  'no instance type has the required architecture': [
    'Pod requires arch arm64; matching instance types of NodePool general have arch amd64',
    'Add an AMI for arm64 to the EC2NodeClass, or change the pod’s node selector or affinity',
  ],
  'no image has the required operating system': [
    'Pod requires OS windows; matching instance types of NodePool general have OS linux',
    'Use an EC2NodeClass with an AMI family for windows, or change the pod’s node selector or affinity',
  ],
  'the NodePool excludes the category of the required instance type': [
    'Pod requires instance type r5.4xlarge; NodePool general allows categories c and m',
    'Allow other categories in NodePool general, or change the pod’s node selector or affinity',
  ],
  'the NodePool excludes the required instance type, which also has no image': [
    'Pod requires instance type p4d.24xlarge; NodePool general allows categories c and m',
    'Allow other categories in NodePool general, or change the pod’s node selector or affinity',
  ],
  'the required instance type has another architecture': [
    'Pod requires instance type m6g.large; it also requires arch amd64, and no instance type of NodePool general has both',
    'Remove one of the two requirements',
  ],
  'the pod selects another NodePool': [
    'Pod requires NodePool batch',
    'Remove the NodePool from the pod’s node selector to allow others',
  ],
  'the pod requires a label and its absence': [
    'Pod requires label team to be absent; it also requires label team=a',
    'Remove one of the two requirements',
  ],
  'one of two alternatives has fewer conflicts': [
    'Pod requires capacity type spot (the nearest of 2 node affinity alternatives); NodePool general allows on-demand',
    'Allow capacity type spot in NodePool general, or change the pod’s node selector or affinity',
  ],
  'the NodePool excludes the zone of a volume': [
    'PersistentVolumeClaim shop/data requires zone us-east-1a; NodePool general allows us-east-1b',
    'Allow zone us-east-1a in NodePool general, or change the volume',
  ],
  'a volume is in another zone than the pod requires': [
    'PersistentVolumeClaim shop/data requires zone us-east-1a; the pod requires zone us-east-1b',
    'Schedule the pod where its volume is: zone us-east-1a',
  ],
  'the required zone does not exist': [
    'Pod requires zone us-east-1z, which does not exist in the region',
    'Correct the zone in the pod (available: us-east-1a, us-east-1b and us-east-1e)',
  ],
  'the required instance type does not exist': [
    'Pod requires instance type m99.huge, which does not exist in the region',
    'Correct the instance type in the pod (available: c5.large, c6a.large, c6i.metal, c7x.large, g5.xlarge, m5.xlarge, m6g.large, m9n.large, p4d.24xlarge and r5.4xlarge)',
  ],
  'the required NodePool does not exist': [
    'Pod requires NodePool batch, which does not exist',
    'Correct the NodePool in the pod (available: general)',
  ],
  'the EC2NodeClass has no subnet in the required zone': [
    'Pod requires zone us-east-1e; EC2NodeClass company has subnets in us-east-1a and us-east-1b only',
    'Add a subnet in us-east-1e to EC2NodeClass company, or change the pod',
  ],
  'the required instance type is offered only in zones without a subnet': [
    'Pod requires instance type c7x.large, available in us-east-1e only; EC2NodeClass company has no subnet there',
    'Add a subnet in us-east-1e to EC2NodeClass company, or change the pod',
  ],
  'the EC2NodeClass has no image for the required instance type': [
    'Pod requires instance type m9n.large; EC2NodeClass company has no AMI for m9n.large (amd64 with neuron)',
    'Add an AMI for amd64 with neuron to EC2NodeClass company, or change the pod',
  ],
  'the required instance type does not support the network interfaces': [
    'Pod requires instance type c6i.metal; the network settings of EC2NodeClass company are not supported by c6i.metal',
    'Change networkInterfaces or connectionTracking of EC2NodeClass company, or change the pod',
  ],
  'the required instance type does not support nested virtualization': [
    'Pod requires instance type c6a.large; nested virtualization of EC2NodeClass company is not supported by c6a.large',
    'Change cpuOptions.nestedVirtualization of EC2NodeClass company, or change the pod',
  ],
  'no instance type is offered as spot in the required zone': [
    'No compatible instance type is offered as spot in us-east-1b',
    'Allow more zones, capacity types or instance types',
  ],
  'EC2 has no capacity at present': [
    'AWS has no capacity for 2 compatible offerings (as on-demand in any zone)',
    'Allow more instance types, zones or capacity types; Kerf retries automatically',
  ],
  'a zonal shift moves traffic away from the only zone': [
    'Nothing is launched with 1 compatible offering (as on-demand in any zone), because a zonal shift moves traffic away from us-east-1a',
    'Allow more instance types, zones or capacity types; Kerf retries automatically',
  ],
  'a zonal shift moves traffic away from one zone, and the other has no capacity': [
    'AWS has no capacity for 1 compatible offering (as on-demand in any zone), and a zonal shift moves traffic away from us-east-1a',
    'Allow more instance types, zones or capacity types; Kerf retries automatically',
  ],
  'the price is unknown': [
    'The prices of all compatible instance types are unknown, and Kerf launches none without a price',
    'Check the age of the price catalog, or allow instance types with a price',
  ],
  'the NodePool excludes all instance types with a GPU': [
    'No compatible instance type of NodePool general has nvidia.com/gpu; g5.xlarge has it, but NodePool general allows categories c and m',
    'Allow other categories in NodePool general, or create a NodePool for nvidia.com/gpu',
  ],
  'the EC2NodeClass has no image for instance types with the device': [
    'No compatible instance type of NodePool general has aws.amazon.com/neuron; m9n.large has it, but EC2NodeClass company has no AMI for amd64 with neuron',
    'Add an AMI for amd64 with neuron to EC2NodeClass company, or create a NodePool for aws.amazon.com/neuron',
  ],
  'no instance type has the device': [
    'No compatible instance type of NodePool general has example.com/fpga',
    'Use instance types with example.com/fpga, or remove the request from the pod',
  ],
  'the pod is too large for every instance type': [
    'Pod requests 900 CPU; the largest compatible instance type of NodePool general, m5.xlarge, has 3.9 CPU allocatable',
    'Request less CPU in the pod',
  ],
  'the pod fits on an instance type that the NodePool excludes': [
    'Pod requests 8 CPU; the largest compatible instance type of NodePool general, m5.xlarge, has 3.9 CPU allocatable; r5.4xlarge is large enough, but NodePool general allows categories c and m',
    'Allow other categories in NodePool general, or request less CPU in the pod',
  ],
  'the pod is too large only together with DaemonSets': [
    'Pod requests 3.7 CPU, 4 CPU including DaemonSets; the largest compatible instance type of NodePool general, m5.xlarge, has 3.9 CPU allocatable',
    'Request less CPU in the pod or in DaemonSets',
  ],
  'the pod needs more local storage than the root volume has': [
    'Pod requests 100 GiB local storage; the largest compatible instance type of NodePool general, m5.xlarge, has 20 GiB allocatable',
    'Enlarge the root volume (spec.blockDeviceMappings) in the EC2NodeClass of NodePool general, or request less local storage in the pod',
  ],
  'an instance type that the NodePool excludes has enough local storage': [
    'Pod requests 100 GiB local storage; the largest compatible instance type of NodePool general, m5.xlarge, has 20 GiB allocatable; r5d.xlarge is large enough, but NodePool general allows categories c and m',
    'Allow other categories in NodePool general, enlarge the root volume (spec.blockDeviceMappings) in its EC2NodeClass, or request less local storage in the pod',
  ],
  'the DaemonSets alone are too large': [
    'DaemonSets alone request 39.1 GiB memory; the largest compatible instance type of NodePool general, m5.xlarge, has 16 GiB allocatable',
    'Lower the memory requests of the DaemonSets',
  ],
  'no instance type has enough of both resources': [
    'No compatible instance type of NodePool general has enough CPU and memory together',
    'Allow other instance types in NodePool general, or request less CPU or memory',
  ],
  'the instance types that fit exceed the remaining limit': [
    'NodePool general has 3 CPU left of its limit of 10 CPU; the smallest instance type that fits, m5.xlarge, has 4 CPU',
    'Raise the CPU limit of NodePool general to 11 CPU or more',
  ],
  'the NodePool has reached its limit of nodes': [
    'NodePool general has 2 of 2 nodes that its limit allows',
    'Raise the nodes limit of NodePool general to 3 nodes or more',
  ],
  'a DaemonSet uses the host port': [
    'Host port 9100/TCP is used by DaemonSet default/metrics on every node of NodePool general',
    'Use another host port in the pod',
  ],
  'no instance type can attach as many volumes': [
    'No compatible instance type of NodePool general can attach 2 volumes of ebs.csi.aws.com; the most is 1, by m5.xlarge',
    'Allow instance types that can attach more volumes, or use fewer volumes in the pod',
  ],
  'too few instance types remain for minValues': [
    'NodePool general requires at least 5 instance types (minValues); 3 are compatible',
    'Lower minValues of instance type in NodePool general, or allow more instance types',
  ],
  'no pod matches the affinity': [
    'Pod affinity to app=absent requires a zone that runs such a pod; none does',
    'Start such a pod first, or relax the pod affinity of the pod',
  ],
  'pods that match the affinity are in a zone that the NodePool excludes': [
    'Pod affinity to app=db allows zone us-east-1b; NodePool general can launch a node for the pod in us-east-1a only',
    'Allow more zones in NodePool general, or relax the pod affinity of the pod',
  ],
  'pods that match the anti-affinity are in the only zone': [
    'Pod anti-affinity to app=db excludes every zone in which NodePool general can launch a node for the pod (us-east-1b)',
    'Allow more zones in NodePool general, or relax the pod anti-affinity of the pod',
  ],
  'the anti-affinity of another pod matches the pod': [
    'Anti-affinity of other pods to app=web excludes every zone in which NodePool general can launch a node for the pod (us-east-1b)',
    'Allow more zones in NodePool general, or relax the anti-affinity of the other pods',
  ],
  'the spread allows only a zone without a large enough instance type': [
    'Topology spread of app=web allows zone us-east-1b; NodePool general can launch a node for the pod in us-east-1a only',
    'Allow more zones in NodePool general, or relax the topology spread of the pod',
  ],
  'no pod matches the affinity over hosts': [
    'Pod affinity to app=db requires a node that runs such a pod; no such node has enough free resources',
    'Start such a pod first, or relax the pod affinity of the pod',
  ],
  'the reservation that the pod requires is full': [
    'cr-1 has no free instance, and the pod may use no other capacity of NodePool general',
    'Enlarge the capacity reservation, or allow other capacity types in the pod and the NodePool; Kerf launches as soon as an instance is free',
  ],
  'another pod has the last free instance of the reservation': [
    'The capacity reservations that the pod may use have no free capacity in this batch',
  ],
  'instance types have another category': [
    'The node must have category c or m; these have category g or r',
  ],
  'instance types are too small': [
    'Pods and DaemonSets request 3 CPU; the largest of these, c5.large, has 1.9 CPU allocatable',
  ],
  'a launch lists no more instance types': ['More expensive than the chosen instance types'],
};

const cases = Object.entries(reasonScenarios).flatMap(([code, scenarios]) =>
  Object.entries(scenarios).map(([sentence, given]) => ({ code, sentence, given })),
);

/** Returns the texts of every reason with the code for the pod `lone`, or for a type of its node. */
function wordsOf({ code, given }: (typeof cases)[number]) {
  const { unschedulable, newNodeClaims } = solve(given.build());
  const pod = unschedulable.find(({ podUid }) => podUid === 'lone');
  const shown =
    pod === undefined
      ? newNodeClaims.flatMap((claim) => claim.rejectedInstanceTypes)
      : [...pod.reasons.map((reason) => ({ reason })), ...pod.byNodePool];
  return shown.flatMap(({ reason: { code: found, ...data } }) => {
    if (found !== code) return [];
    const { sentence, change } = describeReason({ code: found, data }, 'general');
    return [change === undefined ? [sentence] : [sentence, change]];
  });
}

describe('a reason of the engine', () => {
  it.each(cases)('has the expected text: $code, $sentence', (scenario) => {
    expect(wordsOf(scenario)).toEqual([expected[scenario.sentence]]);
  });

  it('has a text, and a scenario that shows it', () => {
    expect(Object.keys(schedulingReasonTexts).toSorted()).toEqual(
      Object.keys(reasonScenarios).toSorted(),
    );
    expect(Object.keys(expected).toSorted()).toEqual(
      cases.map(({ sentence }) => sentence).toSorted(),
    );
  });
});

describe('a required label', () => {
  const requires = (key: string, operator: string, ...values: readonly string[]) =>
    describeReason(
      {
        code: 'LABEL_UNDEFINED',
        data: {
          key,
          required: [{ operator, values, omitted: values.length > 2 ? 4 : 0 }],
          volume: null,
          alternatives: 1,
        },
      },
      'general',
    ).sentence.replace(/;.*/, '');
  const generation = 'karpenter.k8s.aws/instance-generation';

  it.each([
    [requires(generation, 'Gte', '5'), 'Pod requires generation at least 5'],
    [requires(generation, 'Lte', '7'), 'Pod requires generation at most 7'],
    [requires(generation, 'In', '5', '6'), 'Pod requires generation 5 or 6'],
    [requires(generation, 'NotIn', '4'), 'Pod requires generation not 4'],
    [requires(generation, 'NotIn', '3', '4'), 'Pod requires generation other than 3 or 4'],
    [requires(generation, 'Exists'), 'Pod requires generation with any value'],
    [requires('example.com/team', 'Exists'), 'Pod requires label example.com/team'],
    [requires('team', 'NotIn', 'a'), 'Pod requires label team to be not a'],
    [requires('team', 'In', 'a', 'b', 'c'), 'Pod requires label team to be a, b, c or 4 more'],
  ])('has the expected text: %s', (reported, words) => {
    expect(reported).toBe(words);
  });
});

describe('the sentence of a reason', () => {
  it('omits DaemonSets that are a small part of a large request', () => {
    const data = {
      resource: 'cpu',
      requested: 900_180,
      daemons: 180,
      largest: 15_890,
      instanceType: 'c5.4xlarge',
      fitting: null,
    };
    expect(describeReason({ code: 'RESOURCE_TOO_LARGE', data }, 'general').sentence).toMatch(
      /^Pod requests 900 CPU; the largest/,
    );
  });

  it('names the AMI instead of the instance types when many need it', () => {
    const data = {
      key: 'kubernetes.io/arch',
      required: [{ operator: 'In', values: ['arm64'], omitted: 0 }],
      volume: null,
      alternatives: 1,
      nodeClass: 'company',
      architectures: ['arm64'],
      variant: 'standard',
      instanceTypes: ['a1.large', 'a1.xlarge'],
      omitted: 413,
    };
    expect(describeReason({ code: 'IMAGE_MISSING', data }, 'general').sentence).toBe(
      'Pod requires arch arm64; EC2NodeClass company has no AMI for arm64',
    );
  });
});

describe('a reason that was recorded by an earlier version', () => {
  it('has a text from the data that it has', () => {
    const incompatible = { key: 'kubernetes.io/arch', wanted: 'In [arm64]', found: 'In [amd64]' };
    expect(
      describeReason({ code: 'REQUIREMENT_INCOMPATIBLE', data: incompatible }, 'general').sentence,
    ).toBe('arch In [arm64] is required; NodePool general has In [amd64]');
    const large = { resource: 'cpu', requested: 9_000, largest: 7_900, instanceType: 'm5.2xlarge' };
    expect(describeReason({ code: 'RESOURCE_TOO_LARGE', data: large }).sentence).toBe(
      'Pod requests 9 CPU; the largest compatible instance type of the NodePool, m5.2xlarge, has 7.9 CPU allocatable',
    );
    const limit = { resource: 'cpu', limit: 100_000, usage: 96_000, needed: 8_000 };
    expect(describeReason({ code: 'LIMIT_EXCEEDED', data: limit }, 'general').sentence).toBe(
      'NodePool general has 4 CPU left of its limit of 100 CPU; the smallest instance type that fits has 8 CPU',
    );
    const topology = { kind: 'Affinity', key: 'topology.kubernetes.io/zone' };
    expect(describeReason({ code: 'TOPOLOGY_UNSATISFIABLE', data: topology }).sentence).toBe(
      'The pod affinity over zone cannot be satisfied',
    );
  });
});
