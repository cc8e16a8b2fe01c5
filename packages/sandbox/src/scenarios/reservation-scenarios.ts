import type { CapacityReservation } from '../world/compute/capacity-reservations.js';
import { regions } from '../world/compute/regions.js';
import type { Scenario, ScenarioContext } from './scenario.js';

/** The type of the reserved instances; the NodePool of the exercise allows it. */
const instanceType = 'm6i.xlarge';
/** EC2 announces nothing, but Karpenter removes the nodes of a block 40 minutes before its end. */
const blockEndMs = 39 * 60_000;

const size = { of: 'reserved instances', usual: 1, max: 100 } as const;
const page = (cluster: string): string => `/clusters/${cluster}`;

export const reservationEnd: Scenario = {
  name: 'reservation-end',
  summary: `EC2 reserves capacity of ${instanceType} for the cluster, and the reservation ends with the scenario.`,
  watch:
    'Nodes in the reservation have the capacity type reserved. After its end they are On-Demand, and their pods stay.',
  page,
  size,
  seconds: 180,
  begin: (context) => {
    const { fleet, seconds, atEnd } = context;
    const { capacityReservations, timers } = fleet.world;
    const { id } = reserve(context, 'default');
    atEnd(() => capacityReservations.endAt(id, timers.now()));
    return `${reservedText(context, id)} It ends in ${seconds} s.`;
  },
};

export const blockEnd: Scenario = {
  name: 'block-end',
  summary: `EC2 has a Capacity Block of ${instanceType} for the cluster, and with the scenario's end, the block ends in 39 minutes.`,
  watch:
    'Nodes in the block are drained before EC2 terminates their instances, and their pods get other nodes.',
  page,
  size,
  seconds: 180,
  begin: (context) => {
    const { fleet, seconds, atEnd } = context;
    const { capacityReservations, timers } = fleet.world;
    const { id } = reserve(context, 'capacity-block');
    atEnd(() => capacityReservations.endAt(id, timers.now() + blockEndMs));
    return `${reservedText(context, id)} In ${seconds} s, it will end in 39 minutes.`;
  },
};

function reserve(
  { fleet, plan: { accountId, region, name }, size: total }: ScenarioContext,
  type: CapacityReservation['type'],
): CapacityReservation {
  const [zone] = regions.get(region)?.zones ?? [];
  const tags = { 'karpenter.sh/discovery': name };
  const place = { accountId, region, zone: zone?.name ?? '', instanceType };
  return fleet.world.addCapacityReservation({ ...place, total, type, tags });
}

const reservedText = ({ plan, size: total }: ScenarioContext, id: string): string =>
  `${id} holds ${total} ${instanceType} for an EC2NodeClass of ${plan.name} with capacityReservationSelectorTerms that select the tag karpenter.sh/discovery.`;
