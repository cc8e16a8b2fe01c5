import { z } from 'zod';
import { quantity } from '../schema/primitives.js';

const time = z.string().meta({ format: 'date-time' });

/**
 * Schema of conditions, as an API server requires it. Source: apimachinery pkg/apis/meta/v1
 * Condition.
 */
const conditions = z
  .array(
    z.object({
      type: z.string().max(316),
      status: z.enum(['True', 'False', 'Unknown']),
      reason: z.string().min(1).max(1024),
      message: z.string().max(32_768),
      lastTransitionTime: time,
      observedGeneration: z.int().min(0).exactOptional(),
    }),
  )
  .meta({ 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] })
  .exactOptional();

const resources = z.record(z.string(), quantity);

export const nodePoolStatus = z.object({
  resources: resources.describe('Total capacity of all nodes of the NodePool.').exactOptional(),
  nodes: z.int().min(0).default(0).describe('Number of nodes of the NodePool.'),
  nodeClassObservedGeneration: z.int().exactOptional(),
  conditions,
});

export const nodeClaimStatus = z.object({
  nodeName: z.string().exactOptional(),
  providerID: z.string().describe('aws:///<zone>/<instance id>').exactOptional(),
  imageID: z.string().exactOptional(),
  capacity: resources.exactOptional(),
  allocatable: resources.exactOptional(),
  lastPodEventTime: time.exactOptional(),
  conditions,
});

const named = z.object({ id: z.string(), name: z.string().exactOptional() });

export const nodeClassStatus = z.object({
  subnets: z
    .array(z.object({ id: z.string(), zone: z.string(), zoneID: z.string().exactOptional() }))
    .exactOptional(),
  securityGroups: z.array(named).exactOptional(),
  amis: z
    .array(
      named.extend({
        deprecated: z.boolean().exactOptional(),
        requirements: z.array(
          z.object({
            key: z.string(),
            operator: z.string(),
            values: z.array(z.string()).exactOptional(),
          }),
        ),
      }),
    )
    .exactOptional(),
  capacityReservations: z
    .array(
      z.object({
        id: z.string(),
        availabilityZone: z.string(),
        instanceType: z.string(),
        instanceMatchCriteria: z.enum(['open', 'targeted']),
        ownerID: z.string(),
        reservationType: z.enum(['default', 'capacity-block']).exactOptional(),
        interruptible: z.boolean().exactOptional(),
        state: z.enum(['active', 'expiring']).exactOptional(),
        endTime: time.exactOptional(),
      }),
    )
    .exactOptional(),
  instanceProfile: z.string().exactOptional(),
  conditions,
});

export const nodeOverlayStatus = z.object({ conditions });

export const capacityBufferStatus = z.object({
  provisioningStrategy: z.string().exactOptional(),
  podTemplateRef: z.object({ name: z.string() }).exactOptional(),
  podTemplateGeneration: z.int().exactOptional(),
  replicas: z.int().min(0).describe('Number of units.').exactOptional(),
  conditions,
});
