import { countOf, formatAmount, joinWords, resourceName } from '@kerf/core';
import * as z from 'zod/mini';
import { deviceText } from './device-text.js';
import { exclusion, exclusionChange, exclusionWords, typeWords } from './label-reason-texts.js';
import { labelTerm, nameOfLabel, namesOfLabel, requiredWords } from './label-words.js';
import { fixed, formatHourly, fromData, type ReasonFormatter } from './reason-formatter.js';
import { topologyText } from './topology-text.js';

const strings = z.array(z.string());
const terms = z.array(labelTerm);
const offerings = z.object({ zones: strings, capacityTypes: strings });

/** Optional fields are absent in decisions that were recorded by earlier versions. */
const tooLarge = z.object({
  resource: z.string(),
  requested: z.number(),
  daemons: z.optional(z.number()),
  largest: z.number(),
  instanceType: z.nullable(z.string()),
  fitting: z.optional(z.nullable(z.object({ instanceType: z.string(), excludedBy: exclusion }))),
});

const shifted = z.object({ zones: strings, offerings: z.number() });

/** Texts of reasons about instance types that satisfy all labels but do not fit otherwise. */
export const capacityReasonTexts = {
  NO_OFFERING: fromData(offerings, (data) => ({
    subject: 'offering',
    sentence: `No compatible instance type is offered ${offeringWords(data)}`,
    change: 'Allow more zones, capacity types or instance types',
  })),
  OFFERINGS_UNAVAILABLE: fromData(
    z.extend(offerings, { offerings: z.number(), shifted: z.optional(shifted) }),
    ({ offerings: count, shifted: shift, ...data }) => ({
      subject: 'capacity',
      sentence: unavailableText(count, shift, offeringWords(data)),
      change: 'Allow more instance types, zones or capacity types; Kerf retries automatically',
    }),
  ),
  RESERVATION_FULL: fromData(z.object({ reservations: strings }), ({ reservations }, pool) => ({
    subject: 'reservation',
    sentence: `${joinWords(reservations)} ${reservations.length === 1 ? 'has' : 'have'} no free instance, and the pod may use no other capacity of ${pool}`,
    change:
      'Enlarge the capacity reservation, or allow other capacity types in the pod and the NodePool; Kerf launches as soon as an instance is free',
  })),
  OFFERING_UNPRICED: fixed({
    subject: 'price',
    sentence:
      'The prices of all compatible instance types are unknown, and Kerf launches none without a price',
    change: 'Check the age of the price catalog, or allow instance types with a price',
  }),
  RESOURCE_NOT_OFFERED: fromData(
    z.object({
      resource: z.string(),
      instanceTypes: strings,
      omitted: z.number(),
      excludedBy: z.nullable(exclusion),
    }),
    ({ resource, instanceTypes, omitted, excludedBy }, pool) => ({
      subject: resource,
      sentence:
        `No compatible instance type of ${pool} has ${resource}` +
        (excludedBy === null
          ? ''
          : `; ${typeWords(instanceTypes, omitted)} ${instanceTypes.length + omitted === 1 ? 'has' : 'have'} it, but ${exclusionWords(excludedBy, pool)}`),
      change:
        excludedBy === null
          ? `Use instance types with ${resource}, or remove the request from the pod`
          : `${exclusionChange(excludedBy, pool)}, or create a NodePool for ${resource}`,
    }),
  ),
  RESOURCE_TOO_LARGE: fromData(tooLarge, (data, pool) => ({
    subject: resourceName(data.resource),
    sentence: tooLargeSentence(data, pool),
    change: tooLargeChange(data, pool),
  })),
  RESOURCE_COMBINATION_TOO_LARGE: fromData(
    z.object({ resources: strings }),
    ({ resources }, pool) => ({
      subject: joinWords(resources.map(resourceName)),
      sentence: `No compatible instance type of ${pool} has enough ${joinWords(resources.map(resourceName))} together`,
      change: `Allow other instance types in ${pool}, or request less ${joinWords(resources.map(resourceName), 'or')}`,
    }),
  ),
  LIMIT_EXCEEDED: fromData(
    z.object({
      resource: z.string(),
      limit: z.number(),
      usage: z.number(),
      needed: z.number(),
      instanceType: z.optional(z.nullable(z.string())),
    }),
    ({ resource, limit, usage, needed, instanceType = null }, pool) => ({
      subject: `${resourceName(resource)} limit`,
      sentence:
        resource === 'nodes'
          ? `${pool} has ${usage} of ${countOf(limit, 'node')} that its limit allows`
          : `${pool} has ${formatAmount(resource, Math.max(0, limit - usage))} left of its limit of ${formatAmount(resource, limit)}; ` +
            `the smallest instance type that fits${instanceType === null ? '' : `, ${instanceType},`} has ${formatAmount(resource, needed)}`,
      change: `Raise the ${resourceName(resource)} limit of ${pool} to ${formatAmount(resource, usage + needed)} or more`,
    }),
  ),
  SPEND_LIMIT_EXCEEDED: fromData(
    z.object({
      scope: z.string(),
      limitMicroUsdPerHour: z.number(),
      spendMicroUsdPerHour: z.number(),
      neededMicroUsdPerHour: z.number(),
      instanceType: z.nullable(z.string()),
    }),
    (data, pool) => ({
      subject: 'spend limit',
      sentence:
        `${formatHourly(Math.max(0, data.limitMicroUsdPerHour - data.spendMicroUsdPerHour))} are left of the spend limit of ${formatHourly(data.limitMicroUsdPerHour)} for ${pool}; ` +
        `the cheapest instance type that fits${data.instanceType === null ? '' : `, ${data.instanceType},`} costs up to ${formatHourly(data.neededMicroUsdPerHour)}`,
      change: 'Raise the spend limit on the page Brakes',
    }),
  ),
  HOST_PORT_CONFLICT: fromData(
    z.object({
      port: z.number(),
      protocol: z.string(),
      daemonSet: z.optional(z.nullable(z.string())),
    }),
    ({ port, protocol, daemonSet = null }, pool) => ({
      subject: 'host port',
      sentence: `Host port ${port}/${protocol} is used by ${daemonSet === null ? 'a DaemonSet' : `DaemonSet ${daemonSet}`} on every node of ${pool}`,
      change: 'Use another host port in the pod',
    }),
  ),
  VOLUME_LIMIT_EXCEEDED: fromData(
    z.object({
      driver: z.string(),
      volumeCount: z.number(),
      limit: z.number(),
      instanceType: z.nullable(z.string()),
    }),
    ({ driver, volumeCount, limit, instanceType }, pool) => ({
      subject: 'volumes',
      sentence:
        `No compatible instance type of ${pool} can attach ${countOf(volumeCount, 'volume')} of ${driver}; ` +
        `the most is ${limit}${instanceType === null ? '' : `, by ${instanceType}`}`,
      change: 'Allow instance types that can attach more volumes, or use fewer volumes in the pod',
    }),
  ),
  MIN_VALUES_UNMET: fromData(
    z.object({ key: z.string(), minValues: z.number(), found: z.number() }),
    ({ key, minValues, found }, pool) => ({
      subject: 'minValues',
      sentence: `${pool} requires at least ${minValues} ${namesOfLabel(key)} (minValues); ${found} ${found === 1 ? 'is' : 'are'} compatible`,
      change: `Lower minValues of ${nameOfLabel(key)} in ${pool}, or allow more ${namesOfLabel(key)}`,
    }),
  ),
  TOPOLOGY_UNSATISFIABLE: topologyText,
  RESERVATION_PENDING: fixed({
    subject: 'reservation',
    sentence: 'The capacity reservations that the pod may use have no free capacity in this batch',
  }),
  DEVICES_MISSING: deviceText,
  INSTANCE_TYPE_MISMATCH: fromData(
    z.object({ key: z.string(), required: terms, found: terms }),
    ({ key, required, found }) => ({
      subject: nameOfLabel(key),
      sentence: `The node must have ${requiredWords(key, required)}; these have ${requiredWords(key, found)}`,
    }),
  ),
  INSTANCE_TYPE_TOO_SMALL: fromData(
    z.object({
      resource: z.string(),
      requested: z.number(),
      largest: z.number(),
      instanceType: z.nullable(z.string()),
    }),
    ({ resource, requested, largest, instanceType }) => ({
      subject: resourceName(resource),
      sentence: `Pods and DaemonSets request ${formatAmount(resource, requested)}; the largest of these${instanceType === null ? '' : `, ${instanceType},`} has ${formatAmount(resource, largest)} allocatable`,
    }),
  ),
  INSTANCE_TYPE_LACKS_DEVICES: fixed({
    subject: 'devices',
    sentence: 'They have no devices for the claims of the pods',
  }),
  MORE_EXPENSIVE_THAN_CHOSEN: fixed({
    subject: 'price',
    sentence: 'More expensive than the chosen instance types',
  }),
} as const satisfies Readonly<Record<string, ReasonFormatter>>;

/** `as spot in us-east-1a or us-east-1b`. */
function offeringWords({ zones, capacityTypes }: z.infer<typeof offerings>): string {
  return [
    ...(capacityTypes.length === 0 ? [] : [`as ${joinWords(capacityTypes, 'or')}`]),
    `in ${zones.length === 0 ? 'any zone' : joinWords(zones, 'or')}`,
  ].join(' ');
}

const storage = 'ephemeral-storage';
const rootVolume = 'the root volume (spec.blockDeviceMappings)';

type TooLarge = z.infer<typeof tooLarge>;

function tooLargeSentence(data: TooLarge, pool: string): string {
  const { resource, requested, daemons = 0, largest, instanceType, fitting = null } = data;
  const amount = (value: number): string => formatAmount(resource, value);
  // Both have the unit GiB, so the amount does not say which it is.
  const name = ['memory', storage].includes(resource) ? ` ${resourceName(resource)}` : '';
  const requirer = daemons > largest ? 'DaemonSets alone request' : 'Pod requests';
  const shown = daemons > largest ? amount(daemons) : amount(requested - daemons);
  // Left out when the rounded amounts with and without DaemonSets are equal.
  const includesDaemons = daemons <= largest && amount(requested) !== shown;
  const withDaemonSets = includesDaemons ? `, ${amount(requested)} including DaemonSets` : '';
  const largestType = instanceType === null ? '' : `, ${instanceType},`;
  const fittingText =
    fitting === null
      ? ''
      : `; ${fitting.instanceType} is large enough, but ${exclusionWords(fitting.excludedBy, pool)}`;
  return `${requirer} ${shown}${name}${withDaemonSets}; the largest compatible instance type of ${pool}${largestType} has ${amount(largest)} allocatable${fittingText}`;
}

function tooLargeChange(
  { resource, requested, daemons = 0, largest, fitting = null }: TooLarge,
  pool: string,
): string {
  const lowerRequest = `request less ${resourceName(resource)}`;
  const isStorage = resource === storage;
  if (fitting !== null) {
    const volume = isStorage ? `, enlarge ${rootVolume} in its EC2NodeClass` : '';
    return `${exclusionChange(fitting.excludedBy, pool)}${volume}, or ${lowerRequest} in the pod`;
  }
  if (isStorage)
    return `Enlarge ${rootVolume} in the EC2NodeClass of ${pool}, or ${lowerRequest} in the pod`;
  if (daemons > largest) return `Lower the ${resourceName(resource)} requests of the DaemonSets`;
  return requested - daemons <= largest
    ? `Request less ${resourceName(resource)} in the pod or in DaemonSets`
    : `Request less ${resourceName(resource)} in the pod`;
}

function unavailableText(
  count: number,
  shift: z.infer<typeof shifted> | undefined,
  where: string,
): string {
  const noCapacity = (offeringCount: number) =>
    `AWS has no capacity for ${countOf(offeringCount, 'compatible offering')} (${where})`;
  if (shift === undefined) return noCapacity(count);
  const cause = `a zonal shift moves traffic away from ${joinWords(shift.zones)}`;
  return shift.offerings === count
    ? `Nothing is launched with ${countOf(count, 'compatible offering')} (${where}), because ${cause}`
    : `${noCapacity(count - shift.offerings)}, and ${cause}`;
}
