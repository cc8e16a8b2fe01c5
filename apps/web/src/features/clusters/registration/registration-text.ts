import type { RegistrationStep } from '../../../gql/graphql.js';

/** The steps of the registration check. */
export const stepWords: Readonly<Record<RegistrationStep, string>> = {
  ASSUME_ROLE: 'Assume the role',
  DESCRIBE_CLUSTER: 'Describe the cluster',
  CONNECT: 'Connect to the API server',
  VERSION: 'Kubernetes version',
  PERMISSIONS: 'Permissions',
  CUSTOM_RESOURCES: 'Karpenter’s custom resources',
  OTHER_CONTROLLERS: 'Other controllers',
  SUBNETS: 'Find subnets',
  SECURITY_GROUPS: 'Find security groups',
  IMAGES: 'Find AMIs',
  INTERRUPTION_QUEUE: 'Find the interruption queue',
  UNKNOWN: 'Unknown step',
};
