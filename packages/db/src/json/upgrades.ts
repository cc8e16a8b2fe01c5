import { registrationSteps } from '@kerf/application';
import { z } from 'zod';
import type { Upgrade } from './format.js';
import { partSchemas } from './generated/stored-schemas.js';

// Conversions of values from before versions, whose reasons may have other fields.

const byName = z.record(z.string(), z.unknown());
const listOfObjects = z.array(byName);
const list = z.array(z.unknown());

/** Converts an object; returns another value as it is, for its schema to refuse. */
const ofObject =
  (convert: (old: Readonly<Record<string, unknown>>) => unknown): Upgrade =>
  (old) => {
    const { data } = byName.safeParse(old);
    return data === undefined ? old : convert(data);
  };

/** The same for a list of objects. */
const ofObjects =
  (convert: (old: Readonly<Record<string, unknown>>) => unknown): Upgrade =>
  (old) =>
    listOfObjects.safeParse(old).data?.map(convert) ?? old;

/** Removes the items of a list that cannot be read. */
const readableOf = (items: unknown, schema: z.ZodType): unknown =>
  list.safeParse(items).data?.filter((item) => schema.safeParse(item).success) ?? items;

const upgradePlannedNodes = ofObjects((node) => ({
  ...node,
  rejectedInstanceTypes: readableOf(
    node['rejectedInstanceTypes'],
    partSchemas.RejectedInstanceTypes,
  ),
}));

/** A cost may be missing or of an older format: it becomes `null`. */
const upgradePlan = ofObject(({ cost = null, ...plan }) => ({
  ...plan,
  cost: partSchemas.PlanCost.safeParse(cost).success ? cost : null,
  unschedulable: readableOf(plan['unschedulable'], partSchemas.UnschedulablePod),
  newNodeClaims: upgradePlannedNodes(plan['newNodeClaims']),
}));

const upgradeCommand = ofObject((command) => ({
  ...command,
  replacements: upgradePlannedNodes(command['replacements']),
}));

/** Omits pods and instance types of a decision whose reasons cannot be read. */
export const upgradeDecisionBody = ofObject((body) => {
  if (body['type'] === 'Provision') return { ...body, result: upgradePlan(body['result']) };
  return 'command' in body ? { ...body, command: upgradeCommand(body['command']) } : body;
});

/** Omits the reasons of dropped nodes that cannot be read. */
export const upgradeDecisionEvent = ofObject((event) =>
  event['dropped'] === undefined ? event : { ...event, dropped: upgradeDropped(event['dropped']) },
);

const upgradeDropped = ofObjects((node) => ({
  ...node,
  reasons: readableOf(node['reasons'], partSchemas.Reason),
}));

const steps: ReadonlySet<unknown> = new Set(registrationSteps);

/** Omits registration steps that no longer exist. */
export const upgradeChecks: Upgrade = (old) =>
  listOfObjects.safeParse(old).data?.filter(({ step }) => steps.has(step)) ?? old;
