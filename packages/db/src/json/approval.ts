import {
  type ApprovalFacts,
  type ApprovalRule,
  type Approvers,
  type AskRequirement,
  approvableKinds,
  type BreakGlass,
  breakGlassCauses,
  type DecisionApproval,
  type Exclusion,
  type MaintenanceWindow,
  type MatchedRule,
  type Person,
  type PlanBasis,
  type PodFacts,
  type Range,
  type RuleMatch,
  type RuleSchedule,
  type StandingApproval,
  type StandingMaker,
  weekdays,
} from '@kerf/application';
import { z } from 'zod';
import { type FieldsOf, provenTo, recordFormat } from './format.js';
import { nullableNumber, number, text, texts } from './values.js';

// Columns of approval_policy_versions and decision_reviews, and decisions.approval.

const personFields = z.looseObject({
  kind: z.enum(['User', 'ApiToken', 'Kerf']),
  id: text,
  name: text,
} satisfies FieldsOf<Person>);

const personFormat = (column: string) =>
  recordFormat({
    column,
    schema: provenTo<Person>().read(personFields),
  });

export const savedBy = personFormat('approval_policy_versions.saved_by');
export const reviewedBy = personFormat('decision_reviews.reviewed_by');

const approvers = z.looseObject({
  roles: texts,
  teams: texts,
  people: texts,
} satisfies FieldsOf<Approvers>);

const askFields = {
  approvals: number,
  from: approvers,
  expiresAfterMs: nullableNumber,
  remindAfterMs: nullableNumber,
  escalation: z.looseObject({ afterMs: number, to: approvers }).nullable(),
} satisfies FieldsOf<AskRequirement>;

const range = z.looseObject({
  min: number.exactOptional(),
  max: number.exactOptional(),
} satisfies FieldsOf<Range>);

const labels = z.record(text, text);

const maker = z.looseObject({
  id: text,
  personId: text.nullable(),
} satisfies FieldsOf<StandingMaker>);

const match = z.looseObject({
  clusters: texts.exactOptional(),
  nodePools: texts.exactOptional(),
  teams: texts.exactOptional(),
  kinds: z.array(z.enum(approvableKinds)).exactOptional(),
  savingMicroUsdPerHour: range.exactOptional(),
  nodes: range.exactOptional(),
  pods: range.exactOptional(),
  singleReplica: z.boolean().exactOptional(),
  stateful: z.boolean().exactOptional(),
  persistentVolumes: z.boolean().exactOptional(),
  namespaces: texts.exactOptional(),
  podLabels: labels.exactOptional(),
  capacityTypes: texts.exactOptional(),
  schedule: z
    .looseObject({
      timeZone: text,
      weekdays: z.array(z.enum(weekdays)),
      fromHour: number,
      untilHour: number,
    } satisfies FieldsOf<RuleSchedule>)
    .exactOptional(),
} satisfies FieldsOf<RuleMatch>);

export const approvalRules = recordFormat({
  column: 'approval_policy_versions.rules',
  schema: provenTo<readonly ApprovalRule[]>().read(
    z.array(
      z.looseObject({
        name: text,
        match,
        action: z.discriminatedUnion('kind', [
          z.looseObject({ kind: z.literal('Auto') }),
          z.looseObject({ kind: z.literal('Ask'), ...askFields }),
          z.looseObject({ kind: z.literal('Deny') }),
        ]),
        standing: z
          .looseObject({
            until: number,
            owner: text,
            maker: maker.exactOptional(),
          } satisfies FieldsOf<StandingApproval>)
          .exactOptional(),
      } satisfies FieldsOf<ApprovalRule>),
    ),
  ),
  layout: 'value',
});

const window = z.looseObject({
  from: number,
  until: number,
} satisfies FieldsOf<MaintenanceWindow>);

export const maintenanceWindow = recordFormat({
  column: 'decision_reviews.maintenance_window',
  schema: provenTo<MaintenanceWindow>().read(window),
});

const facts = z.looseObject({
  cluster: text,
  kind: z.enum(approvableKinds),
  nodePools: texts,
  teams: texts,
  savingMicroUsdPerHour: nullableNumber,
  nodes: number,
  capacityTypes: texts,
  pods: z.array(
    z.looseObject({
      podUid: text,
      pod: text,
      from: text,
      owner: text,
      replicas: number,
      persistentVolumes: number,
      gracePeriodMs: number,
      budget: z.looseObject({ name: text, headroom: number }).nullable(),
      labelSet: number,
    } satisfies FieldsOf<PodFacts>),
  ),
  labelSets: z.array(labels),
} satisfies FieldsOf<ApprovalFacts>);

const basis = z.looseObject({
  nodes: z.array(
    z.looseObject({ nodeName: text, nodeClaimId: text, priceMicroUsdPerHour: nullableNumber }),
  ),
  pods: z.array(z.looseObject({ uid: text, pod: text })),
  replacements: z.array(texts),
  headroom: z.record(text, number),
  savingMicroUsdPerHour: nullableNumber,
} satisfies FieldsOf<PlanBasis>);

const exclusionFields = {
  by: personFields,
  personId: text,
  earlierIds: texts.exactOptional(),
  nodeNames: texts,
} satisfies FieldsOf<Exclusion>;

export const decisionApproval = recordFormat({
  column: 'decisions.approval',
  schema: provenTo<DecisionApproval>().read(
    z.looseObject({
      facts,
      rule: z.looseObject({
        name: text,
        policyVersion: nullableNumber,
        maker: maker.exactOptional(),
      } satisfies FieldsOf<MatchedRule>),
      passed: z.array(z.looseObject({ name: text, why: text })),
      ask: z.looseObject(askFields).nullable(),
      basis,
      planDigest: text,
      requestedAt: nullableNumber,
      remindedAt: nullableNumber,
      escalatedAt: nullableNumber,
      window: window.nullable(),
      breakGlass: z
        .looseObject({
          overrides: z.enum(breakGlassCauses),
          at: number,
          by: personFields,
          personId: text,
        } satisfies FieldsOf<BreakGlass>)
        .exactOptional(),
      exclusion: z.looseObject(exclusionFields).nullable(),
      edit: z.looseObject({ ...exclusionFields, replaces: text }).nullable(),
    } satisfies FieldsOf<DecisionApproval>),
  ),
});
