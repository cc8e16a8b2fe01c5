import { isVersion } from '../../schema/cel/version.js';
import {
  childPath,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  itemPath,
  required,
} from '../../schema/field-error.js';
import { validateLabelName, validateSubdomain } from '../names.js';
import type { Device, DeviceAttribute, ResourceSlice } from '../types/device.js';
import { notSimulated } from './validate-device-claim.js';

/** Rules of slices with the API server's messages. Source: kubernetes pkg/apis/resource/validation. */
export function validateResourceSlice({ spec }: ResourceSlice): readonly FieldError[] {
  const { driver, pool, devices = [] } = spec;
  const wrongDriver = validateSubdomain(driver);
  const names = devices.map(({ name }) => name);
  return [
    ...(driver === '' ? [required('spec.driver')] : []),
    ...(driver !== '' && wrongDriver !== null ? [invalid('spec.driver', driver, wrongDriver)] : []),
    ...validatePool(pool),
    ...validatePlace(spec),
    ...devices.flatMap((device, index) => {
      const path = itemPath('spec.devices', index);
      return [
        ...validateDevice(device, path),
        ...(names.indexOf(device.name) === index ? [] : [duplicate(path, device.name)]),
      ];
    }),
  ];
}

function validatePool({
  name,
  generation,
  resourceSliceCount: count,
}: ResourceSlice['spec']['pool']): readonly FieldError[] {
  const path = 'spec.pool';
  const wrongName = name
    .split('/')
    .map(validateSubdomain)
    .find((wrong) => wrong !== null);
  return [
    ...(name === '' ? [required(`${path}.name`)] : []),
    ...(name !== '' && wrongName !== undefined && wrongName !== null
      ? [invalid(`${path}.name`, name, wrongName)]
      : []),
    ...(count > 0
      ? []
      : [invalid(`${path}.resourceSliceCount`, count, 'must be greater than zero')]),
    ...(generation < 0
      ? [invalid(`${path}.generation`, generation, 'must be greater than or equal to zero')]
      : []),
  ];
}

/** A real server accepts all four places; the scheduler of the sandbox knows devices of nodes only. */
function validatePlace(spec: ResourceSlice['spec']): readonly FieldError[] {
  const places = ['nodeName', 'nodeSelector', 'allNodes', 'perDeviceNodeSelection'] as const;
  const set = places.filter((place) => spec[place] !== undefined);
  const choice = places.map((place) => `\`${place}\``).join(', ');
  const oneOf = `exactly one of ${choice} is required`;
  if (set.length > 1) {
    const names = set.map((place) => `\`${place}\``).join(', ');
    return [invalid('spec', `{${names}}`, `${oneOf}, but multiple fields are set`)];
  }
  const [place] = set;
  if (place === undefined) return [required('spec', oneOf)];
  if (place !== 'nodeName') {
    return [forbidden(`spec.${place}`, notSimulated('devices that belong to no single node'))];
  }
  const { nodeName = '' } = spec;
  return nodeName === ''
    ? [invalid('spec.nodeName', nodeName, 'must be either unset or set to a non-empty string')]
    : [];
}

function validateDevice(device: Device, path: string): readonly FieldError[] {
  const wrongName = validateLabelName(device.name);
  const refused = (['consumesCounters', 'bindingConditions'] as const).filter(
    (field) => (device[field] ?? []).length > 0,
  );
  return [
    ...(wrongName === null ? [] : [invalid(childPath(path, 'name'), device.name, wrongName)]),
    ...Object.entries(device.attributes ?? {}).flatMap(([name, attribute]) =>
      validateAttribute(attribute, `${childPath(path, 'attributes')}[${name}]`),
    ),
    ...refused.map((field) =>
      forbidden(
        childPath(path, field),
        notSimulated(
          field === 'bindingConditions' ? 'devices that have to be prepared' : 'parts of a device',
        ),
      ),
    ),
    ...(device.allowMultipleAllocations === true
      ? [forbidden(childPath(path, 'allowMultipleAllocations'), notSimulated('parts of a device'))]
      : []),
  ];
}

function validateAttribute(attribute: DeviceAttribute, path: string): readonly FieldError[] {
  const kinds = Object.values(attribute).filter((value) => value !== undefined);
  const [value] = kinds;
  if (value === undefined) return [invalid(path, '', 'exactly one value must be specified')];
  if (kinds.length > 1) return [invalid(path, attribute, 'exactly one value must be specified')];
  if (Array.isArray(value)) return [forbidden(path, notSimulated('attributes with lists'))];
  const { version } = attribute;
  return version === undefined || isVersion(version)
    ? []
    : [
        invalid(
          childPath(path, 'version'),
          version,
          'must be a string compatible with semver.org spec 2.0.0',
        ),
      ];
}
