/** Resources of EC2 by the prefix of their IDs, with the part of the console's URL that shows one. */
const pages: Readonly<Record<string, (id: string) => string>> = {
  i: (id) => `ec2/home#InstanceDetails:instanceId=${id}`,
  ami: (id) => `ec2/home#ImageDetails:imageId=${id}`,
  sg: (id) => `ec2/home#SecurityGroup:groupId=${id}`,
  subnet: (id) => `vpcconsole/home#SubnetDetails:subnetId=${id}`,
};

/** Domains of the console by the prefix of the region's partition. */
const partitions: readonly (readonly [prefix: string, domain: string])[] = [
  ['cn-', 'console.amazonaws.cn'],
  ['us-gov-', 'console.amazonaws-us-gov.com'],
];

/**
 * Returns the address of a resource in the console of AWS.
 * @param id e.g. `i-0123456789abcdef0`
 * @returns `null` for an ID of another kind
 */
export function consoleUrl(id: string, region: string): string | null {
  const [, prefix = ''] = /^([a-z]+)-[0-9a-f]+$/.exec(id) ?? [];
  const page = Object.hasOwn(pages, prefix) ? pages[prefix] : undefined;
  if (page === undefined || !/^[a-z0-9-]+$/.test(region)) return null;
  const [, domain] = partitions.find(([start]) => region.startsWith(start)) ?? [];
  const path = page(id).replace('#', `?region=${region}#`);
  return `https://${region}.${domain ?? 'console.aws.amazon.com'}/${path}`;
}
