import { managedResourceOperations } from './arc-zonal-shift/managed-resources.js';
import { capacityReservationOperations } from './ec2/capacity-reservations.js';
import { imageOperations } from './ec2/catalog/images.js';
import { instanceTypeOperations } from './ec2/catalog/instance-types.js';
import { regionOperations } from './ec2/catalog/regions-and-zones.js';
import { spotPriceOperations } from './ec2/catalog/spot-prices.js';
import { instanceOperations } from './ec2/instances/instances.js';
import { fleetOperations } from './ec2/launch/fleets.js';
import { launchTemplateOperations } from './ec2/launch/launch-templates.js';
import { runInstancesOperations } from './ec2/launch/run-instances.js';
import { networkOperations } from './ec2/network.js';
import { placementGroupOperations } from './ec2/placement-groups.js';
import { tagOperations } from './ec2/tags.js';
import { clusterOperations } from './eks/clusters.js';
import { instanceProfileOperations } from './iam/instance-profiles.js';
import { roleOperations } from './iam/roles.js';
import { productOperations } from './pricing/products.js';
import { createJsonProtocol } from './protocol/json.js';
import { createQueryProtocol, ec2ProtocolErrors, queryProtocolErrors } from './protocol/query.js';
import { createRestJsonProtocol } from './protocol/rest-json.js';
import { operationsByName, type Service } from './service.js';
import { messageOperations } from './sqs/messages.js';
import { queueOperations } from './sqs/queues.js';
import { parameterOperations } from './ssm/parameters.js';
import { identityOperations } from './sts/identity.js';

const ec2: Service = {
  name: 'ec2',
  isGlobal: false,
  protocol: createQueryProtocol({
    dialect: 'ec2',
    namespace: 'http://ec2.amazonaws.com/doc/2016-11-15/',
    protocolErrors: ec2ProtocolErrors,
  }),
  operations: operationsByName([
    ...capacityReservationOperations,
    ...placementGroupOperations,
    ...fleetOperations,
    ...imageOperations,
    ...instanceOperations,
    ...instanceTypeOperations,
    ...launchTemplateOperations,
    ...networkOperations,
    ...regionOperations,
    ...runInstancesOperations,
    ...spotPriceOperations,
    ...tagOperations,
  ]),
};

const sqs: Service = {
  name: 'sqs',
  isGlobal: false,
  protocol: createJsonProtocol({
    version: '1.0',
    namespace: 'com.amazonaws.sqs',
    isQueryCompatible: true,
  }),
  operations: operationsByName([...messageOperations, ...queueOperations]),
};

const ssm: Service = {
  name: 'ssm',
  isGlobal: false,
  protocol: createJsonProtocol({
    version: '1.1',
    namespace: 'com.amazonaws.ssm',
    isQueryCompatible: false,
  }),
  operations: operationsByName(parameterOperations),
};

const pricing: Service = {
  name: 'pricing',
  isGlobal: true,
  protocol: createJsonProtocol({
    version: '1.1',
    namespace: 'com.amazonaws.pricing',
    isQueryCompatible: false,
  }),
  operations: operationsByName(productOperations),
};

const eks: Service = {
  name: 'eks',
  isGlobal: false,
  protocol: createRestJsonProtocol(),
  operations: operationsByName(clusterOperations),
};

const arcZonalShift: Service = {
  name: 'arc-zonal-shift',
  isGlobal: false,
  protocol: createRestJsonProtocol(),
  operations: operationsByName(managedResourceOperations),
};

const sts: Service = {
  name: 'sts',
  isGlobal: true,
  protocol: createQueryProtocol({
    dialect: 'plain',
    namespace: 'https://sts.amazonaws.com/doc/2011-06-15/',
    protocolErrors: queryProtocolErrors,
  }),
  operations: operationsByName(identityOperations),
};

const iam: Service = {
  name: 'iam',
  isGlobal: true,
  protocol: createQueryProtocol({
    dialect: 'plain',
    namespace: 'https://iam.amazonaws.com/doc/2010-05-08/',
    protocolErrors: queryProtocolErrors,
  }),
  operations: operationsByName([...instanceProfileOperations, ...roleOperations]),
};

/** Every service of the sandbox, by its name in the credential scope. */
export const services: ReadonlyMap<string, Service> = new Map(
  [ec2, sqs, ssm, pricing, eks, arcZonalShift, sts, iam].map((service) => [service.name, service]),
);
