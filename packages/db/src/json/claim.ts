import {
  type BlockedStep,
  type ClaimDrift,
  type ClaimPlan,
  interruptionKinds,
  type LaunchedInstance,
  type LaunchOptions,
  type NodeClaimTermination,
  type StandaloneObject,
  terminationReasons,
  terminationSteps,
  type UndetachedVolumes,
  undetachedReasons,
} from '@kerf/application';
import { consolidationPolicies } from '@kerf/engine';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { expectedOffering, instanceTypeOption, plannedFields } from './plan.js';
import { launchReason } from './reason.js';
import {
  capacityType,
  labels,
  nullableNumber,
  nullableText,
  number,
  requirement,
  resourceList,
  text,
  texts,
} from './values.js';

// Columns of node_claims.

export const claimPlan = recordFormat({
  column: 'node_claims.plan',
  schema: provenTo<ClaimPlan>().read(
    z.looseObject({
      ...plannedFields,
      nodePool: nullableText,
      expected: expectedOffering.nullable(),
    } satisfies FieldsOf<ClaimPlan>),
  ),
});

export const launchOptions = recordFormat({
  column: 'node_claims.launch_options',
  schema: provenTo<LaunchOptions>().read(
    z.looseObject({
      instanceTypes: z.array(instanceTypeOption),
      requirements: z.array(requirement),
    } satisfies FieldsOf<LaunchOptions>),
  ),
});

export const standaloneObject = recordFormat({
  column: 'node_claims.standalone',
  schema: provenTo<StandaloneObject>().read(
    z.looseObject({ objectUid: text, createdAt: number } satisfies FieldsOf<StandaloneObject>),
  ),
});

export const launchedInstance = recordFormat({
  column: 'node_claims.instance',
  schema: provenTo<LaunchedInstance>().read(
    z.looseObject({
      instanceId: text,
      providerId: text,
      instanceType: text,
      zone: text,
      capacityType,
      imageId: text,
      subnetId: text,
      securityGroupIds: texts.exactOptional(),
      priceMicroUsdPerHour: nullableNumber,
      capacity: resourceList,
      allocatable: resourceList,
      labels,
    } satisfies FieldsOf<LaunchedInstance>),
  ),
});

export const launchFailure = recordFormat({
  column: 'node_claims.failure',
  schema: launchReason,
});

export const claimTermination = recordFormat({
  column: 'node_claims.termination',
  schema: provenTo<NodeClaimTermination>().read(
    z.looseObject({
      step: z.enum(terminationSteps),
      reason: z.enum(terminationReasons),
      interruption: z.enum(interruptionKinds).exactOptional(),
      consolidationPolicy: z.enum(consolidationPolicies).exactOptional(),
      reschedulablePods: number.exactOptional(),
      startedAt: number,
      deadline: nullableNumber,
      instanceEndsAt: nullableNumber.exactOptional(),
      lostPods: texts.exactOptional(),
      undetached: provenTo<UndetachedVolumes>()
        .read(
          z.looseObject({
            reason: z.enum(undetachedReasons),
            volumes: texts,
          } satisfies FieldsOf<UndetachedVolumes>),
        )
        .exactOptional(),
      waitingFor: nullableText,
      blocked: z
        .looseObject({ since: number, left: number } satisfies FieldsOf<BlockedStep>)
        .nullable()
        .exactOptional(),
      stepAt: number,
    } satisfies FieldsOf<NodeClaimTermination>),
  ),
});

export const claimDrift = recordFormat({
  column: 'node_claims.drift',
  schema: provenTo<ClaimDrift>().read(
    z.looseObject({
      reason: text,
      definitionHash: text,
      since: number,
    } satisfies FieldsOf<ClaimDrift>),
  ),
});
