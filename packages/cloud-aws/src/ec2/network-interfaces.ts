import type { LaunchTemplateInstanceNetworkInterfaceSpecificationRequest } from '@aws-sdk/client-ec2';
import type { Ec2NodeClassManifest } from '@kerf/application';

type NetworkInterface = LaunchTemplateInstanceNetworkInterfaceSpecificationRequest;

/**
 * Returns the interfaces that a launch template must describe; empty if EC2's default (one
 * interface with the template's security groups) is sufficient.
 * @param efaInterfaces EFA interfaces that pods request, one on each network card
 */
export function networkInterfaces(
  spec: Ec2NodeClassManifest,
  securityGroupIds: readonly string[],
  efaInterfaces: number,
): NetworkInterface[] {
  const groups = { Groups: [...securityGroupIds] };
  if (spec.networkInterfaces !== undefined) {
    return spec.networkInterfaces.map((nic) => ({
      ...groups,
      NetworkCardIndex: nic.networkCardIndex,
      DeviceIndex: nic.deviceIndex,
      InterfaceType: nic.interfaceType,
      ...(nic.interfaceType === 'interface' ? connectionTracking(spec) : {}),
      ...(nic.networkCardIndex === 0 && nic.deviceIndex === 0 ? primaryOptions(spec) : {}),
    }));
  }
  if (efaInterfaces > 0) {
    return Array.from({ length: efaInterfaces }, (_, card) => ({
      ...groups,
      ...connectionTracking(spec),
      NetworkCardIndex: card,
      DeviceIndex: card === 0 ? 0 : 1,
      InterfaceType: 'efa',
      ...(card === 0 ? primaryOptions(spec) : {}),
    }));
  }
  const options = { ...primaryOptions(spec), ...connectionTracking(spec) };
  return Object.keys(options).length === 0 ? [] : [{ ...groups, ...options, DeviceIndex: 0 }];
}

/** Returns the settings that only the primary interface can have. */
function primaryOptions(spec: Ec2NodeClassManifest): NetworkInterface {
  return {
    ...(spec.associatePublicIPAddress === undefined
      ? {}
      : { AssociatePublicIpAddress: spec.associatePublicIPAddress }),
    ...(spec.ipPrefixCount === undefined ? {} : { Ipv4PrefixCount: spec.ipPrefixCount }),
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
