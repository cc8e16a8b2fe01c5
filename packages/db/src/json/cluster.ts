import {
  type ClusterFacts,
  type ClusterHold,
  type ClusterSettings,
  clusterHoldCodes,
  minValuesPolicies,
  preferencePolicies,
  type RegistrationCheck,
  registrationSteps,
  type ZonalShift,
} from '@kerf/application';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { flag, nullableNumber, nullableText, number, text } from './values.js';

// Columns of clusters.

export const clusterFacts = recordFormat({
  column: 'clusters.facts',
  schema: provenTo<ClusterFacts>().read(
    z.looseObject({
      accountId: text,
      kubernetesVersion: text,
      serviceCidr: text,
      clusterDnsIp: text,
    } satisfies FieldsOf<ClusterFacts>),
  ),
});

export const clusterHold = recordFormat({
  column: 'clusters.hold',
  schema: provenTo<ClusterHold>().read(
    z.looseObject({
      code: z.enum(clusterHoldCodes),
      object: text,
      message: text,
      since: number,
    } satisfies FieldsOf<ClusterHold>),
  ),
});

const amount = number.exactOptional();

/**
 * Rows have only the settings that existed when they were written; newer settings use their
 * default.
 */
export const clusterSettings = recordFormat({
  column: 'clusters.settings',
  schema: provenTo<Partial<ClusterSettings>>().read(
    z.looseObject({
      batchIdleMs: amount,
      batchMaxMs: amount,
      disruptionPollMs: amount,
      validationDelayMs: amount,
      approvalTtlMs: amount,
      rejectionHoldMs: amount,
      preferencePolicy: z.enum(preferencePolicies).exactOptional(),
      minValuesPolicy: z.enum(minValuesPolicies).exactOptional(),
      vmMemoryOverheadRatio: amount,
      reservedEnis: amount,
      spotToSpotConsolidation: flag.exactOptional(),
      minSavingMicroUsdPerHour: amount,
      minSavingPercent: amount,
      podMoveMicroUsdPerHour: amount,
      maxReplacements: amount,
      nodeRepair: flag.exactOptional(),
      legacyNodeRepair: flag.exactOptional(),
      instanceStatusChecks: flag.exactOptional(),
      dryRunChecks: flag.exactOptional(),
      zonalShift: flag.exactOptional(),
      waitForScheduler: flag.exactOptional(),
      anticipatePods: flag.exactOptional(),
      searchMs: amount,
      nodeChargeMicroUsdPerHour: amount,
      offeringSharePercent: amount,
    } satisfies FieldsOf<Partial<ClusterSettings>>),
  ),
});

export const zonalShifts = recordFormat({
  column: 'clusters.zonal_shifts',
  schema: provenTo<readonly ZonalShift[]>().read(
    z.array(z.looseObject({ zoneId: text, until: nullableNumber } satisfies FieldsOf<ZonalShift>)),
  ),
  layout: 'value',
});

const anyChecks = z.array(z.looseObject({ step: text }));
const steps: ReadonlySet<unknown> = new Set(registrationSteps);

/** Upgrades values from before versions: removes registration steps that no longer exist. */
function withoutFormerSteps(old: unknown): unknown {
  const { data: checks } = anyChecks.safeParse(old);
  return checks === undefined ? old : checks.filter(({ step }) => steps.has(step));
}

export const registrationChecks = recordFormat({
  column: 'clusters.checks',
  schema: provenTo<readonly RegistrationCheck[]>().read(
    z.array(
      z.looseObject({
        step: z.enum(registrationSteps),
        state: z.enum(['Waiting', 'Running', 'Passed', 'Warned', 'Failed', 'Skipped']),
        detail: nullableText,
        remedy: nullableText,
      } satisfies FieldsOf<RegistrationCheck>),
    ),
  ),
  layout: 'value',
  upgrades: [withoutFormerSteps],
});
