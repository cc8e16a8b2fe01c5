import { countOf } from '@kerf/core';
import * as z from 'zod/mini';
import { fromData } from './reason-formatter.js';

const devices = z.object({
  claim: z.string(),
  request: z.string(),
  cause: z.string(),
  detail: z.string(),
  neededDevices: z.nullable(z.number()),
  foundDevices: z.number(),
});

type Devices = z.infer<typeof devices>;

/** Text of the reason that no instance type has the devices of a claim. */
export const deviceText = fromData(devices, (data, pool) => {
  const [sentence, change] = texts[data.cause] ?? texts['TOO_FEW'] ?? [];
  return {
    subject: 'devices',
    sentence: sentence?.(data, pool) ?? '',
    ...(change !== undefined && { change: change(data, pool) }),
  };
});

type Write = (data: Devices, pool: string) => string;

const subjectOf = ({ claim, request }: Devices): string => `request ${request} of claim ${claim}`;

const texts: Readonly<Record<string, readonly [sentence: Write, change: Write]>> = {
  TOO_FEW: [
    (data, pool) =>
      data.foundDevices === 0
        ? `No compatible instance type of ${pool} has a device that ${subjectOf(data)} selects`
        : `The ${subjectOf(data)} needs ${countOf(data.neededDevices ?? 1, 'device')}; no compatible instance type of ${pool} has more than ${data.foundDevices}`,
    (_data, pool) =>
      `Allow instance types with such devices in ${pool}, or change the selectors of the claim or of its DeviceClass`,
  ],
  UNSUPPORTED: [
    (data) =>
      `The ${subjectOf(data)} selects ${data.detail}, which Kerf plans on no new node, because the settings of the driver decide on them`,
    () => 'Select whole devices, or run the pod on a node that has published such devices',
  ],
  IN_USE: [
    (data) => `The devices that ${subjectOf(data)} selects are in use, or too small for it`,
    () => 'Request fewer devices or less of their capacity in one pod',
  ],
  CONSTRAINT: [
    (data, pool) =>
      `No devices of a compatible instance type of ${pool} satisfy the constraint on ${data.detail} for ${subjectOf(data)}; attributes that are known only once a node runs satisfy none`,
    () => 'Remove the constraint from the claim, or run the pod on a node that exists',
  ],
  UNDECIDED: [
    (data) => `It is unknown which devices ${subjectOf(data)} selects: ${data.detail}`,
    () => 'Correct the expression, or select by attributes that are known before a node runs',
  ],
  ELSEWHERE: [
    ({ claim, detail }) =>
      `Claim ${claim} has its devices on ${detail === '' ? 'the node of another pod' : `node ${detail}`}, which cannot take the pod`,
    () => 'Use a claim of its own for the pod, or make room on that node',
  ],
  TOO_COMPLEX: [
    (data) => `The ${subjectOf(data)} has too many combinations of devices to try`,
    () => 'Select devices more closely, or use fewer constraints',
  ],
};
