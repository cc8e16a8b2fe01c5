import { forbidden } from '../../schema/field-error.js';
import { kinds } from '../kind.js';
import type { DeviceDemand, ResourceClaimSpec } from '../types/device.js';
import { defineRules } from './define-rules.js';
import {
  notSimulated,
  validateClaimSpec,
  validateClaimStatus,
  validateSame,
  validateSelectors,
} from './validate-device-claim.js';
import { validateResourceSlice } from './validate-resource-slice.js';

export const deviceClassRules = defineRules(
  kinds.deviceClass,
  {
    validate: ({ spec }) => [
      ...validateSelectors(spec.selectors, 'spec.selectors'),
      ...(spec.extendedResourceName === undefined
        ? []
        : [forbidden('spec.extendedResourceName', notSimulated('devices as extended resources'))]),
    ],
  },
  { countsGenerations: true },
);

export const resourceClaimRules = defineRules(kinds.resourceClaim, {
  setDefaults: (claim) => ({ ...claim, spec: withDefaults(claim.spec) }),
  initialStatus: () => ({}),
  validate: ({ spec }) => validateClaimSpec(spec, 'spec'),
  validateUpdate: (next, current) => [
    ...validateSame(next.spec, current.spec, 'spec'),
    ...validateClaimStatus(next, current),
  ],
});

export const resourceClaimTemplateRules = defineRules(kinds.resourceClaimTemplate, {
  setDefaults: (template) => ({
    ...template,
    spec: { ...template.spec, spec: withDefaults(template.spec.spec) },
  }),
  validate: ({ spec }) => validateClaimSpec(spec.spec, 'spec.spec'),
  validateUpdate: (next, current) => validateSame(next.spec, current.spec, 'spec'),
});

export const resourceSliceRules = defineRules(
  kinds.resourceSlice,
  {
    validate: validateResourceSlice,
    validateUpdate: ({ spec: next }, { spec: current }) => [
      ...validateSame(next.pool.name, current.pool.name, 'spec.pool.name'),
      ...validateSame(next.driver, current.driver, 'spec.driver'),
      ...validateSame(next.nodeName ?? '', current.nodeName ?? '', 'spec.nodeName'),
    ],
    selectableFields: {
      'spec.nodeName': ({ spec }) => spec.nodeName,
      'spec.driver': ({ spec }) => spec.driver,
    },
  },
  { countsGenerations: true },
);

function withDefaults(spec: ResourceClaimSpec): ResourceClaimSpec {
  const { requests, ...devices } = spec.devices ?? {};
  if (requests === undefined) return spec;
  return {
    ...spec,
    devices: {
      ...devices,
      requests: requests.map((request) => {
        const { exactly, firstAvailable } = request;
        return {
          ...request,
          ...(exactly === undefined ? {} : { exactly: withCount(exactly) }),
          ...(firstAvailable === undefined
            ? {}
            : { firstAvailable: firstAvailable.map((one) => withCount(one)) }),
        };
      }),
    },
  };
}

function withCount<T extends DeviceDemand>(demand: T): T {
  const { allocationMode = 'ExactCount', count = 0 } = demand;
  if (allocationMode !== 'ExactCount') return demand;
  return { ...demand, allocationMode, count: count === 0 ? 1 : count };
}
