import { type Instance, instanceState } from '../world/instance.js';
import type { Stage } from './scenario.js';

/** The instances of a cluster that run; accounts and regions here hold one cluster each. */
export function runningInstances({ fleet, plan }: Stage): readonly Instance[] {
  const { state, timers } = fleet.world;
  return [...state.instances.values()].filter(
    (instance) =>
      instance.accountId === plan.accountId &&
      instance.region === plan.region &&
      instanceState(instance, timers.now()) === 'running',
  );
}
