import {
  DescribeSecurityGroups$,
  type DescribeSecurityGroupsRequest,
  type DescribeSecurityGroupsResult,
  DescribeSubnets$,
  type DescribeSubnetsRequest,
  type DescribeSubnetsResult,
  DescribeVpcs$,
  type DescribeVpcsRequest,
  type DescribeVpcsResult,
  type SecurityGroup as SecurityGroupAnswer,
  type Subnet as SubnetAnswer,
} from '@aws-sdk/client-ec2';
import type { SecurityGroup, Subnet, Vpc } from '../../world/compute/network.js';
import type { Open } from '../../world/state/open.js';
import { type Call } from '../operation.js';
import { operation } from '../service.js';
import { describe, ownResources, selectByIds, toTagList } from './describe.js';
import type { FilterTable } from './filters.js';

const pages = { lowest: 5, highest: 1000 };

const vpcFilters: FilterTable<Vpc> = {
  cidr: ({ cidr }) => [cidr],
  'owner-id': ({ accountId }) => [accountId],
  state: () => ['available'],
  'vpc-id': ({ id }) => [id],
};

function describeVpcs(call: Call, input: Open<DescribeVpcsRequest>): Open<DescribeVpcsResult> {
  const chosen = selectByIds(
    ownResources(call, call.world.state.vpcs),
    input.VpcIds,
    ({ id }) => id,
    {
      code: 'InvalidVpcID.NotFound',
      noun: 'vpc ID',
    },
  );
  const page = describe(chosen, input, {
    filters: vpcFilters,
    idOf: ({ id }) => id,
    tagsOf: ({ tags }) => tags,
    pages,
  });
  return {
    Vpcs: page.items.map((vpc) => ({
      VpcId: vpc.id,
      CidrBlock: vpc.cidr,
      OwnerId: vpc.accountId,
      State: 'available',
      InstanceTenancy: 'default',
      IsDefault: false,
      Tags: toTagList(vpc.tags),
    })),
    NextToken: page.next,
  };
}

const subnetFilters: FilterTable<Subnet> = {
  'availability-zone': ({ zone }) => [zone],
  'availability-zone-id': ({ zoneId }) => [zoneId],
  'cidr-block': ({ cidr }) => [cidr],
  'map-public-ip-on-launch': ({ isPublic }) => [String(isPublic)],
  'owner-id': ({ accountId }) => [accountId],
  state: () => ['available'],
  'subnet-id': ({ id }) => [id],
  'vpc-id': ({ vpcId }) => [vpcId],
};

function describeSubnets(
  call: Call,
  input: Open<DescribeSubnetsRequest>,
): Open<DescribeSubnetsResult> {
  const chosen = selectByIds(
    ownResources(call, call.world.state.subnets),
    input.SubnetIds,
    ({ id }) => id,
    {
      code: 'InvalidSubnetID.NotFound',
      noun: 'subnet ID',
    },
  );
  const page = describe(chosen, input, {
    filters: subnetFilters,
    idOf: ({ id }) => id,
    tagsOf: ({ tags }) => tags,
    pages,
  });
  return { Subnets: page.items.map((each) => toSubnet(call, each)), NextToken: page.next };
}

function toSubnet(call: Call, subnet: Subnet): Open<SubnetAnswer> {
  return {
    SubnetId: subnet.id,
    SubnetArn: `arn:aws:ec2:${subnet.region}:${subnet.accountId}:subnet/${subnet.id}`,
    VpcId: subnet.vpcId,
    OwnerId: subnet.accountId,
    AvailabilityZone: subnet.zone,
    AvailabilityZoneId: subnet.zoneId,
    CidrBlock: subnet.cidr,
    AvailableIpAddressCount: call.world.addresses.free(subnet),
    MapPublicIpOnLaunch: subnet.isPublic,
    DefaultForAz: false,
    State: 'available',
    Tags: toTagList(subnet.tags),
  };
}

const groupFilters: FilterTable<SecurityGroup> = {
  description: ({ description }) => [description],
  'group-id': ({ id }) => [id],
  'group-name': ({ name }) => [name],
  'owner-id': ({ accountId }) => [accountId],
  'vpc-id': ({ vpcId }) => [vpcId],
};

function describeSecurityGroups(
  call: Call,
  input: Open<DescribeSecurityGroupsRequest>,
): Open<DescribeSecurityGroupsResult> {
  const notFound = { code: 'InvalidGroup.NotFound', noun: 'security group' };
  const groups = ownResources(call, call.world.state.securityGroups);
  const byId = selectByIds(groups, input.GroupIds, ({ id }) => id, notFound);
  const byName = selectByIds(byId, input.GroupNames, ({ name }) => name, notFound);
  const page = describe(byName, input, {
    filters: groupFilters,
    idOf: ({ id }) => id,
    tagsOf: ({ tags }) => tags,
    pages,
  });
  return { SecurityGroups: page.items.map(toSecurityGroup), NextToken: page.next };
}

function toSecurityGroup(group: SecurityGroup): Open<SecurityGroupAnswer> {
  return {
    GroupId: group.id,
    GroupName: group.name,
    Description: group.description,
    VpcId: group.vpcId,
    OwnerId: group.accountId,
    SecurityGroupArn: `arn:aws:ec2:${group.region}:${group.accountId}:security-group/${group.id}`,
    IpPermissions: [],
    IpPermissionsEgress: [{ IpProtocol: '-1', IpRanges: [{ CidrIp: '0.0.0.0/0' }] }],
    Tags: toTagList(group.tags),
  };
}

export const networkOperations = [
  operation(DescribeVpcs$, describeVpcs),
  operation(DescribeSubnets$, describeSubnets),
  operation(DescribeSecurityGroups$, describeSecurityGroups),
];
