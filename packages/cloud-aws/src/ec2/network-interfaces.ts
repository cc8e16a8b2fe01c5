import type { LaunchTemplateInstanceNetworkInterfaceSpecificationRequest } from '@aws-sdk/client-ec2';
import type { Ec2NodeClassManifest, LaunchRequest } from '@kerf/application';

type NetworkInterface = LaunchTemplateInstanceNetworkInterfaceSpecificationRequest;

/**
 * Returns the interfaces that a launch template must describe; empty if EC2's default (one
 * interface with the template's security groups) is sufficient.
 * @param efaInterfaces EFA interfaces that pods request, one on each network card
 */
export function networkInterfaces(
  { nodeClass: { spec }, resolution, cluster }: LaunchRequest,
  efaInterfaces: number,
): NetworkInterface[] {
  const groups = { Groups: resolution.securityGroups.map(({ id }) => id) };
  const primary = primaryOptions(spec, cluster.facts.serviceCidr.includes(':'));
  if (spec.networkInterfaces !== undefined) {
    return spec.networkInterfaces.map((nic) => ({
      ...groups,
      NetworkCardIndex: nic.networkCardIndex,
      DeviceIndex: nic.deviceIndex,
      InterfaceType: nic.interfaceType,
      ...(nic.interfaceType === 'interface' ? connectionTracking(spec) : {}),
      ...(nic.networkCardIndex === 0 && nic.deviceIndex === 0 ? primary : {}),
    }));
  }
  if (efaInterfaces > 0) {
    return Array.from({ length: efaInterfaces }, (_, card) => ({
      ...groups,
      ...connectionTracking(spec),
      NetworkCardIndex: card,
      DeviceIndex: card === 0 ? 0 : 1,
      InterfaceType: 'efa',
      ...(card === 0 ? primary : {}),
    }));
  }
  const options = { ...primary, ...connectionTracking(spec) };
  return Object.keys(options).length === 0 ? [] : [{ ...groups, ...options, DeviceIndex: 0 }];
}

/**
 * Returns the settings that only the primary interface can have. In a cluster with IPv6 services,
 * nodes and pods use IPv6, and a subnet need not assign an address by itself.
 * Source: karpenter-provider-aws pkg/providers/launchtemplate, generateNetworkInterfaces @v1.14.1.
 */
function primaryOptions(
  { associatePublicIPAddress, ipPrefixCount }: Ec2NodeClassManifest,
  isIpv6: boolean,
): NetworkInterface {
  return {
    ...(associatePublicIPAddress !== undefined && {
      AssociatePublicIpAddress: associatePublicIPAddress,
    }),
    ...(ipPrefixCount !== undefined &&
      (isIpv6 ? { Ipv6PrefixCount: ipPrefixCount } : { Ipv4PrefixCount: ipPrefixCount })),
    ...(isIpv6 && { Ipv6AddressCount: 1, PrimaryIpv6: true }),
  };
}

function connectionTracking({
  connectionTracking: tracking,
}: Ec2NodeClassManifest): NetworkInterface {
  if (tracking === undefined) return {};
  return {
    ConnectionTrackingSpecification: {
      TcpEstablishedTimeout: tracking.tcpEstablishedTimeout,
      UdpStreamTimeout: tracking.udpStreamTimeout,
      UdpTimeout: tracking.udpTimeout,
    },
  };
}
