import type { LaunchRequest } from '@kerf/application';
import { describe, expect, it } from 'vitest';
import { someFacts, someLaunchRequest, someNodeClass } from '../testing/builders.js';
import { launchTemplateData, type TemplateTraits } from './launch-template-data.js';
import { describeTemplate } from './launch-templates.js';

const traits: TemplateTraits = {
  imageId: 'ami-1',
  maxPods: 58,
  efaInterfaces: 0,
  capacityType: 'spot',
  reservation: null,
  tenancy: 'default',
};
const requestWith = (
  spec: Parameters<typeof someNodeClass>[0] = {},
  overrides: Partial<LaunchRequest> = {},
) =>
  someLaunchRequest([someFacts()], {
    nodeClass: { name: 'default', spec: someNodeClass(spec) },
    ...overrides,
  });
const dataOf = (
  spec?: Parameters<typeof requestWith>[0],
  overrides?: Partial<LaunchRequest>,
  otherTraits: Partial<TemplateTraits> = {},
) => launchTemplateData(requestWith(spec, overrides), { ...traits, ...otherTraits });
const userDataOf = (...args: Parameters<typeof requestWith>) =>
  Buffer.from(dataOf(...args).UserData ?? '', 'base64').toString();

describe('a launch template', () => {
  it('has the settings of the EC2NodeClass', () => {
    expect(dataOf()).toMatchObject({
      ImageId: 'ami-1',
      IamInstanceProfile: { Name: 'prod_1' },
      SecurityGroupIds: ['sg-1'],
      MetadataOptions: { HttpTokens: 'required', HttpPutResponseHopLimit: 1 },
      BlockDeviceMappings: [
        { DeviceName: '/dev/xvda', Ebs: { VolumeSize: 20, VolumeType: 'gp3', Encrypted: true } },
      ],
    });
  });

  it('has no tags in the instance metadata, whatever the account defaults to', () => {
    expect(dataOf().MetadataOptions).toMatchObject({ InstanceMetadataTags: 'disabled' });
  });

  it('has the unregistered taint', () => {
    const taints = [{ key: 'gpu', value: '', effect: 'NoSchedule' as const }];
    const startupTaints = [{ key: 'cni', value: '', effect: 'NoExecute' as const }];
    const text = userDataOf({}, { taints, startupTaints, labels: { team: 'search' } });
    expect(text).toMatch(/key: gpu[\s\S]*key: cni[\s\S]*key: karpenter\.sh\/unregistered/);
    expect(text).toContain(
      'team=search,karpenter.sh/nodepool=default,karpenter.k8s.aws/ec2nodeclass=default,karpenter.sh/capacity-type=spot',
    );
  });

  it('has the block devices of the EC2NodeClass, in whole GiB', () => {
    const blockDeviceMappings = [
      {
        deviceName: '/dev/xvda',
        ebs: { volumeSize: '1500M', iops: 3000, throughput: 125, kmsKeyID: 'k', volumeType: 'io2' },
      },
    ];
    expect(dataOf({ blockDeviceMappings }).BlockDeviceMappings).toMatchObject([
      { Ebs: { VolumeSize: 2, Iops: 3000, Throughput: 125, KmsKeyId: 'k', VolumeType: 'io2' } },
    ]);
    expect(dataOf({ amiFamily: 'Custom', userData: 'x' })).not.toHaveProperty(
      'BlockDeviceMappings',
    );
  });

  it('has network interfaces only if needed, with the security groups', () => {
    const data = dataOf({
      associatePublicIPAddress: false,
      ipPrefixCount: 2,
      connectionTracking: { udpTimeout: 45 },
    });
    expect(data).not.toHaveProperty('SecurityGroupIds');
    expect(data.NetworkInterfaces).toEqual([
      {
        Groups: ['sg-1'],
        DeviceIndex: 0,
        AssociatePublicIpAddress: false,
        Ipv4PrefixCount: 2,
        ConnectionTrackingSpecification: { UdpTimeout: 45 },
      },
    ]);
  });

  describe('in a cluster with IPv6 services', () => {
    const { cluster } = requestWith();
    const facts = {
      ...cluster.facts,
      serviceCidr: 'fd00:1234::/108',
      clusterDnsIp: 'fd00:1234::a',
    };
    const ipv6 = { cluster: { ...cluster, facts } };
    const address = { Ipv6AddressCount: 1, PrimaryIpv6: true };

    it('requests an address for the primary interface, which a subnet may not assign', () => {
      expect(dataOf({}, ipv6).NetworkInterfaces).toEqual([
        { Groups: ['sg-1'], DeviceIndex: 0, ...address },
      ]);
    });

    it('requests IPv6 prefixes', () => {
      expect(dataOf({ ipPrefixCount: 1 }, ipv6).NetworkInterfaces).toEqual([
        { Groups: ['sg-1'], DeviceIndex: 0, Ipv6PrefixCount: 1, ...address },
      ]);
    });

    it('requests nothing for further interfaces', () => {
      const networkInterfaces = [
        { networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' as const },
        { networkCardIndex: 1, deviceIndex: 1, interfaceType: 'efa-only' as const },
      ];
      expect(dataOf({ networkInterfaces }, ipv6).NetworkInterfaces).toMatchObject([address, {}]);
      const [, efaOnly] = dataOf({ networkInterfaces }, ipv6).NetworkInterfaces ?? [];
      expect(efaOnly).not.toHaveProperty('PrimaryIpv6');
      expect(dataOf({}, ipv6, { efaInterfaces: 2 }).NetworkInterfaces).toMatchObject([address, {}]);
    });
  });

  it('has the network interfaces of the EC2NodeClass', () => {
    const data = dataOf({
      associatePublicIPAddress: false,
      networkInterfaces: [
        { networkCardIndex: 0, deviceIndex: 0, interfaceType: 'interface' },
        { networkCardIndex: 1, deviceIndex: 1, interfaceType: 'efa-only' },
      ],
    });
    expect(data.NetworkInterfaces).toEqual([
      {
        Groups: ['sg-1'],
        NetworkCardIndex: 0,
        DeviceIndex: 0,
        InterfaceType: 'interface',
        AssociatePublicIpAddress: false,
      },
      { Groups: ['sg-1'], NetworkCardIndex: 1, DeviceIndex: 1, InterfaceType: 'efa-only' },
    ]);
  });

  it('has an EFA interface on each network card if pods request EFA', () => {
    const data = launchTemplateData(requestWith(), { ...traits, efaInterfaces: 2 });
    const summary = data.NetworkInterfaces?.map((nic) => [
      nic.NetworkCardIndex,
      nic.DeviceIndex,
      nic.InterfaceType,
    ]);
    expect(summary).toEqual([
      [0, 0, 'efa'],
      [1, 1, 'efa'],
    ]);
  });

  it('has placement, tenancy, monitoring and CPU options', () => {
    const spec = someNodeClass({
      placementGroupSelector: { name: 'close' },
      detailedMonitoring: true,
      cpuOptions: { nestedVirtualization: 'enabled' },
    });
    const request = requestWith(spec);
    expect(launchTemplateData(request, { ...traits, tenancy: 'dedicated' })).toMatchObject({
      Placement: { GroupName: 'close', Tenancy: 'dedicated' },
      Monitoring: { Enabled: true },
      CpuOptions: { NestedVirtualization: 'enabled' },
    });
    expect(dataOf()).not.toHaveProperty('Placement');
  });

  it('has amounts in place of the expressions of the kubelet settings', () => {
    const kubelet = { maxPods: 'vcpus * 9', kubeReserved: { cpu: 'vcpus * 30' } };
    const withReserves = { kubeletReserves: { kubeReserved: { cpu: '120m' } }, maxPods: 36 };
    const data = dataOf({ kubelet }, {}, withReserves);
    const text = Buffer.from(data.UserData ?? '', 'base64').toString();
    expect(text).toContain('cpu: 120m');
    expect(text).toContain('maxPods: 36');
    expect(text).not.toContain('vcpus');
  });

  it('enables Nitro Enclaves as the EC2NodeClass says, else as pods request', () => {
    const requests = { 'eks.amazonaws.com/nitro-sandbox': 1 };
    const enclavesOf = (...args: Parameters<typeof dataOf>) => dataOf(...args).EnclaveOptions;
    expect(enclavesOf({ enclaveOptions: { enabled: true } })).toEqual({ Enabled: true });
    expect(enclavesOf({ enclaveOptions: { enabled: false } })).toEqual({ Enabled: false });
    expect(enclavesOf({}, { requests })).toEqual({ Enabled: true });
    expect(enclavesOf({})).toBeUndefined();
  });

  it('is refused if pods request an enclave that the EC2NodeClass forbids', () => {
    const requests = { 'eks.amazonaws.com/nitro-sandbox': 1 };
    expect(() => dataOf({ enclaveOptions: { enabled: false } }, { requests })).toThrow(
      /spec\.enclaveOptions\.enabled is false, but pods request .*nitro-sandbox; set it to true/,
    );
  });

  it('tags interfaces for the cluster, not for a NodeClaim', () => {
    const [{ Tags } = { Tags: [] }] = dataOf({ tags: { team: 'search' } }).TagSpecifications ?? [];
    expect(Tags?.map(({ Key }) => Key)).toEqual([
      'team',
      'eks:eks-cluster-name',
      'kubernetes.io/cluster/prod',
      'karpenter.k8s.aws/ec2nodeclass',
      'karpenter.sh/nodepool',
    ]);
  });

  it('tags spot requests, only for spot', () => {
    const typesOf = (capacityType: 'spot' | 'on-demand') =>
      dataOf({}, {}, { capacityType }).TagSpecifications?.map(({ ResourceType }) => ResourceType);
    expect(typesOf('on-demand')).toEqual(['network-interface']);
    expect(typesOf('spot')).toEqual(['network-interface', 'spot-instances-request']);
  });

  it('has no NodePool label and tag for a NodeClaim without a NodePool', () => {
    const nodePool = 'karpenter.sh/nodepool';
    expect(userDataOf()).toContain(`${nodePool}=default`);
    expect(userDataOf({}, { nodePool: null })).not.toContain(nodePool);
    const [{ Tags } = { Tags: [] }] = dataOf({}, { nodePool: null }).TagSpecifications ?? [];
    expect(Tags).toContainEqual({ Key: nodePool, Value: '' });
  });

  it('is refused with the error of the user data', () => {
    const refused = () => dataOf({ amiFamily: 'Bottlerocket', userData: 'no = [toml' });
    expect(refused).toThrow(/EC2NodeClass default: spec.userData is not valid TOML/);
    expect(refused).toThrow(expect.objectContaining({ code: 'CLOUD.INVALID' }));
  });

  it('is named after its content', () => {
    const name = (spec: Parameters<typeof requestWith>[0]) =>
      describeTemplate(dataOf(spec), {}).name;
    expect(name({})).toMatch(/^kerf-[0-9a-f]{32}$/);
    expect(name({})).toBe(name({}));
    expect(name({ detailedMonitoring: true })).not.toBe(name({}));
    expect(describeTemplate(dataOf(), { team: 'a' }).name).not.toBe(name({}));
  });
});
