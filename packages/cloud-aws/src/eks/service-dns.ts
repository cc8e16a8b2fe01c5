/**
 * EKS gives cluster DNS the tenth address of the service range: `10.100.0.0/16` has `10.100.0.10`,
 * `fd00:1234::/108` has `fd00:1234::a`.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/cni-ipv6.html
 */
export function dnsAddressOf(serviceCidr: string): string {
  const [address = ''] = serviceCidr.split('/');
  if (address.includes(':')) return `${address.replace(/::$/, '')}::a`;
  return [...address.split('.').slice(0, 3), '10'].join('.');
}
