import {
  accessDenied,
  apiFlaky,
  apiRestart,
  realPace,
  tokenRefused,
} from './api-server-scenarios.js';
import { pricingOutage, sqsOutage, zonalShift } from './aws-outage-scenarios.js';
import { badAmi, capacityDrought, gpuError, throttle, zoneOutage } from './ec2-scenarios.js';
import { mixedNotices, spotStorm } from './interruption-scenarios.js';
import { deployWave, inflate, scaleDown } from './load-scenarios.js';
import { blockEnd, reservationEnd } from './reservation-scenarios.js';
import type { Scenario } from './scenario.js';

/** All scenarios, in the order of lists. */
export const scenarios: readonly Scenario[] = [
  inflate,
  scaleDown,
  deployWave,
  spotStorm,
  mixedNotices,
  reservationEnd,
  blockEnd,
  capacityDrought,
  badAmi,
  zoneOutage,
  gpuError,
  zonalShift,
  apiFlaky,
  accessDenied,
  tokenRefused,
  apiRestart,
  realPace,
  throttle,
  sqsOutage,
  pricingOutage,
];
