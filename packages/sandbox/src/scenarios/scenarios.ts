import { accessDenied } from './access-denied.js';
import { apiFlaky } from './api-flaky.js';
import { apiRestart } from './api-restart.js';
import { badAmi } from './bad-ami.js';
import { capacityDrought } from './capacity-drought.js';
import { deployWave } from './deploy-wave.js';
import { inflate } from './inflate.js';
import { mixedNotices } from './mixed-notices.js';
import { pricingOutage } from './pricing-outage.js';
import { scaleDown } from './scale-down.js';
import type { Scenario } from './scenario.js';
import { spotStorm } from './spot-storm.js';
import { sqsOutage } from './sqs-outage.js';
import { throttle } from './throttle.js';
import { tokenRefused } from './token-refused.js';
import { zoneOutage } from './zone-outage.js';

/** All that can happen, in the order in which lists show it. */
export const scenarios: readonly Scenario[] = [
  inflate,
  scaleDown,
  deployWave,
  spotStorm,
  mixedNotices,
  capacityDrought,
  badAmi,
  zoneOutage,
  apiFlaky,
  accessDenied,
  tokenRefused,
  apiRestart,
  throttle,
  sqsOutage,
  pricingOutage,
];
