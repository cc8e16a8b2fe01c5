import { isEqual } from '../../json/json.js';
import { selectorProblem } from '../../schema/cel/device-selector.js';
import {
  childPath,
  duplicate,
  type FieldError,
  forbidden,
  invalid,
  itemPath,
  required,
  tooMany,
} from '../../schema/field-error.js';
import { validateLabelName, validateSubdomain } from '../names.js';
import type {
  DeviceConstraint,
  DeviceDemand,
  DeviceRequest,
  DeviceSelector,
  ResourceClaim,
  ResourceClaimSpec,
} from '../types/device.js';

/** Rules of claims with the API server's messages. Source: kubernetes pkg/apis/resource/validation. */

const maxItems = 32;
const maxAlternatives = 8;

export function validateClaimSpec(spec: ResourceClaimSpec, path: string): readonly FieldError[] {
  const { requests = [], constraints = [] } = spec.devices ?? {};
  const field = childPath(path, 'devices');
  const names = requestNames(requests);
  return [
    ...validateSet(requests, childPath(field, 'requests'), maxItems, validateRequest),
    ...constraints.flatMap((constraint, index) =>
      validateConstraint(constraint, names, itemPath(childPath(field, 'constraints'), index)),
    ),
  ];
}

/** Validates expressions of claims and DeviceClasses. */
export function validateSelectors(
  selectors: readonly DeviceSelector[] = [],
  path: string,
): readonly FieldError[] {
  return selectors.flatMap(({ cel }, index) => {
    const field = childPath(itemPath(path, index), 'cel');
    if (cel === undefined) return [required(field)];
    const problem = selectorProblem(cel.expression);
    return problem === null
      ? []
      : [invalid(childPath(field, 'expression'), cel.expression, problem)];
  });
}

/** Validates the status of a claim, whose allocation never changes to another. */
export function validateClaimStatus(
  { spec, status = {} }: ResourceClaim,
  { status: before = {} }: ResourceClaim,
): readonly FieldError[] {
  const { allocation, reservedFor = [] } = status;
  const names = requestNames(spec.devices?.requests ?? []);
  const results = allocation?.devices?.results ?? [];
  const path = 'status.allocation';
  return [
    ...(reservedFor.length > 0 && allocation === undefined
      ? [forbidden('status.reservedFor', 'may not be specified when `allocated` is not set')]
      : []),
    ...(before.allocation === undefined || allocation === undefined
      ? results.flatMap(({ request }, index) =>
          validateName(request, names, `${path}.devices.results[${index}].request`),
        )
      : validateSame(allocation, before.allocation, path)),
  ];
}

/** Returns an error if a field that cannot change has changed. */
export function validateSame<T extends Parameters<typeof isEqual>[0]>(
  next: T,
  current: T,
  path: string,
): readonly FieldError[] {
  return isEqual(next, current) ? [] : [invalid(path, next, 'field is immutable')];
}

interface Named {
  readonly name: string;
}

function validateSet<T extends Named>(
  items: readonly T[],
  path: string,
  most: number,
  validate: (item: T, path: string) => readonly FieldError[],
): readonly FieldError[] {
  const names = items.map(({ name }) => name);
  return [
    ...(items.length > most ? [tooMany(path, items.length, most)] : []),
    ...items.flatMap((item, index) => [
      ...validate(item, itemPath(path, index)),
      ...(names.indexOf(item.name) === index ? [] : [duplicate(itemPath(path, index), item.name)]),
    ]),
  ];
}

const oneOf = 'exactly one of `exactly` or `firstAvailable` is required';

function validateRequest(request: DeviceRequest, path: string): readonly FieldError[] {
  const { name, exactly, firstAvailable = [] } = request;
  const errors = validateLabel(name, childPath(path, 'name'));
  if (exactly !== undefined && firstAvailable.length > 0) {
    return [...errors, invalid(path, null, `${oneOf}, but multiple fields are set`)];
  }
  if (exactly !== undefined) {
    return [...errors, ...validateDemand(exactly, childPath(path, 'exactly'))];
  }
  if (firstAvailable.length === 0) return [...errors, required(path, oneOf)];
  const alternatives = validateSet(
    firstAvailable,
    childPath(path, 'firstAvailable'),
    maxAlternatives,
    (one, itsPath) => [
      ...validateLabel(one.name, childPath(itsPath, 'name')),
      ...validateDemand(one, itsPath),
    ],
  );
  return [...errors, ...alternatives];
}

function validateDemand(demand: DeviceDemand, path: string): readonly FieldError[] {
  const { deviceClassName = '', selectors, adminAccess, capacity } = demand;
  const field = childPath(path, 'deviceClassName');
  const wrongName = validateSubdomain(deviceClassName);
  return [
    ...(deviceClassName === '' ? [required(field)] : []),
    ...(deviceClassName !== '' && wrongName !== null
      ? [invalid(field, deviceClassName, wrongName)]
      : []),
    ...validateSelectors(selectors, childPath(path, 'selectors')),
    ...validateCount(demand, childPath(path, 'count')),
    // A real server accepts both; here, nothing would allocate them.
    ...(adminAccess === true
      ? [forbidden(childPath(path, 'adminAccess'), notSimulated('admin access'))]
      : []),
    ...(capacity === undefined
      ? []
      : [forbidden(childPath(path, 'capacity'), notSimulated('parts of a device'))]),
  ];
}

/** Returns why a field that is valid elsewhere is refused. */
export const notSimulated = (what: string): string =>
  `the sandbox does not simulate ${what}; use a real cluster`;

/** The schema has refused other modes. */
function validateCount(
  { allocationMode = '', count = 0 }: DeviceDemand,
  path: string,
): readonly FieldError[] {
  if (allocationMode !== 'All') {
    return count > 0 ? [] : [invalid(path, count, 'must be greater than zero')];
  }
  return count === 0
    ? []
    : [invalid(path, count, "must not be specified when allocationMode is 'All'")];
}

function validateConstraint(
  { requests = [], matchAttribute, distinctAttribute }: DeviceConstraint,
  names: ReadonlySet<string>,
  path: string,
): readonly FieldError[] {
  const wrongNames = requests.flatMap((name, index) =>
    validateName(name, names, itemPath(childPath(path, 'requests'), index)),
  );
  if (matchAttribute !== undefined) {
    return [...wrongNames, ...validateQualified(matchAttribute, childPath(path, 'matchAttribute'))];
  }
  if (distinctAttribute !== undefined) {
    const field = childPath(path, 'distinctAttribute');
    return [...wrongNames, ...validateQualified(distinctAttribute, field)];
  }
  const missing =
    'exactly one of "matchAttribute" or "distinctAttribute" is required, but multiple fields are set';
  return [...wrongNames, required(path, missing)];
}

function validateQualified(name: string, path: string): readonly FieldError[] {
  const isQualified = /^[^/]+\/[^/]+$/.test(name);
  const why = 'a fully qualified name must be a domain and a name separated by a slash';
  return isQualified ? [] : [invalid(path, name, why)];
}

function validateName(
  name: string,
  names: ReadonlySet<string>,
  path: string,
): readonly FieldError[] {
  const why =
    "must be the name of a request in the claim or the name of a request and a subrequest separated by '/'";
  return names.has(name) ? [] : [invalid(path, name, why)];
}

function requestNames(requests: readonly DeviceRequest[]): ReadonlySet<string> {
  return new Set(
    requests.flatMap(({ name, firstAvailable = [] }) => [
      name,
      ...firstAvailable.map((one) => `${name}/${one.name}`),
    ]),
  );
}

function validateLabel(name: string, path: string): readonly FieldError[] {
  const wrong = validateLabelName(name);
  return wrong === null ? [] : [invalid(path, name, wrong)];
}
