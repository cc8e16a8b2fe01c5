import { GetParameterCommand } from '@aws-sdk/client-ssm';
import {
  type CloudTarget,
  type DescribedCluster,
  defaultClusterSettings,
  type Ec2NodeClassManifest,
  type LaunchRequest,
  type NodeClassResolution,
} from '@kerf/application';
import { type Ec2CloudProvider } from '@kerf/cloud-aws';
import { createInstanceTypeResolver } from '@kerf/cloud-aws/instance-types';
import type { InstanceType } from '@kerf/engine';
import { type AwsBackend, region } from './backend.js';

/** Settings for launches of one EC2NodeClass, resolved by the product's adapter. */
export interface LaunchSetup {
  readonly target: CloudTarget;
  readonly cluster: DescribedCluster;
  readonly spec: Ec2NodeClassManifest;
  readonly resolution: NodeClassResolution;
  readonly instanceTypes: readonly InstanceType[];
}

/** Resolves an EC2NodeClass of the place and two instance types. */
export async function prepareLaunches(
  aws: AwsBackend,
  cloud: Ec2CloudProvider,
): Promise<LaunchSetup> {
  const { clusterName, kerfRoleArn: roleArn, externalId } = aws;
  const target = { clusterName, region, roleArn, externalId };
  const spec = await nodeClassOf(aws);
  const nodeClass = { name: 'default', spec };
  const [cluster, resolution, catalog] = await Promise.all([
    cloud.describeCluster(target),
    cloud.resolveNodeClass(target, nodeClass, aws.clusterVersion, 'auto'),
    cloud.fetchCatalog(target),
  ]);
  const instanceTypes = createInstanceTypeResolver().resolve({
    catalog: {
      ...catalog,
      onDemandPricesAt: Date.now(),
      instanceTypes: catalog.instanceTypes
        .filter(({ name }) => name === 'm5.large' || name === 'c5.large')
        // moto has no prices.
        .map((facts) => ({ ...facts, onDemandMicroUsdPerHour: 96_000 })),
    },
    spotPrices: [],
    nodeClass: spec,
    resolution,
    unavailable: [],
    reservedLaunches: [],
    zonalShifts: [],
    learnedMemory: [],
    settings: defaultClusterSettings,
  });
  return { target, cluster, spec, resolution, instanceTypes };
}

async function nodeClassOf(aws: AwsBackend): Promise<Ec2NodeClassManifest> {
  const { Parameter } = await aws.ssm.send(new GetParameterCommand({ Name: aws.imageParameter }));
  const tags = { 'karpenter.sh/discovery': aws.clusterName };
  return {
    amiFamily: 'AL2023',
    amiSelectorTerms: [{ id: Parameter?.Value ?? '' }],
    subnetSelectorTerms: [{ tags }],
    securityGroupSelectorTerms: [{ tags }],
    role: aws.nodeRole,
    metadataOptions: {
      httpEndpoint: 'enabled',
      httpProtocolIPv6: 'disabled',
      httpPutResponseHopLimit: 1,
      httpTokens: 'required',
    },
  };
}

let claims = 0;

/** Returns the request of a new NodeClaim for any on-demand offering. */
export function newLaunch(setup: LaunchSetup): LaunchRequest {
  const { target, cluster, spec, resolution, instanceTypes } = setup;
  claims += 1;
  const name = `${target.clusterName}-${claims}`;
  return {
    token: `ncl_${name}`,
    isRepeat: false,
    nodeClaimName: name,
    nodePool: 'default',
    nodeClass: { name: 'default', spec },
    resolution,
    cluster: { name: target.clusterName, ...cluster },
    labels: {},
    taints: [],
    startupTaints: [],
    options: instanceTypes.map((type) => ({
      name: type.name,
      // Spot prices would be estimates, which are lower.
      offerings: type.offerings.flatMap(({ zone, capacityType, priceMicroUsdPerHour }) =>
        priceMicroUsdPerHour === null || capacityType !== 'on-demand'
          ? []
          : [{ instanceType: type.name, zone, capacityType, priceMicroUsdPerHour }],
      ),
    })),
    instanceTypes,
    requirements: [],
    requests: {},
    drivers: [],
  };
}
