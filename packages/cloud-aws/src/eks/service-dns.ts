/**
 * Returns the address of cluster DNS. EKS uses the tenth address of the service range:
 * `10.100.0.10` for `10.100.0.0/16`, `fd00:1234::a` for `fd00:1234::/108`.
 * Source: https://docs.aws.amazon.com/eks/latest/userguide/cni-ipv6.html
 */
export function dnsAddressOf(serviceCidr: string): string {
  const [address = ''] = serviceCidr.split('/');
  if (address.includes(':')) return `${address.replace(/::$/, '')}::a`;
  return [...address.split('.').slice(0, 3), '10'].join('.');
}
