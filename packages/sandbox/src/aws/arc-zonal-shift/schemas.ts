import type { OperationSchema } from '../operation.js';
import type { SchemaRef } from '../wire/shape.js';

/*
 * Schemas of ARC zonal shift with the structure of the SDK's generated ones; a client of this
 * service is not installed. Members that the sandbox does not answer with are left out. Source: AWS
 * API model arc-zonal-shift-2022-10-30.
 */

const namespace = 'com.amazonaws.arczonalshift';
const text = 0;
const timestamp = 4;

const request: SchemaRef = [
  3,
  namespace,
  'GetManagedResourceRequest',
  0,
  ['resourceIdentifier'],
  [[0, 1]],
  1,
];
const shift: SchemaRef = [
  3,
  namespace,
  'ZonalShiftInResource',
  0,
  ['appliedStatus', 'awayFrom', 'expiryTime', 'resourceIdentifier', 'startTime', 'zonalShiftId'],
  [text, text, timestamp, text, timestamp, text],
];
const autoshift: SchemaRef = [
  3,
  namespace,
  'AutoshiftInResource',
  0,
  ['appliedStatus', 'awayFrom', 'startTime'],
  [text, text, timestamp],
];
const response: SchemaRef = [
  3,
  namespace,
  'GetManagedResourceResponse',
  0,
  ['arn', 'name', 'zonalShifts', 'autoshifts'],
  [
    text,
    text,
    [1, namespace, 'ZonalShiftsInResource', 0, () => shift],
    [1, namespace, 'AutoshiftsInResource', 0, () => autoshift],
  ],
];

/** Structure of the SDK's schema of GetManagedResource. */
export const getManagedResourceSchema: OperationSchema = [
  9,
  namespace,
  'GetManagedResource',
  { http: ['GET', '/managedresources/{resourceIdentifier}', 200] },
  () => request,
  () => response,
];
