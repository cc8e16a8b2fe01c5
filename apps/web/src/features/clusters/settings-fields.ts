import type { ClusterFieldsFragment } from '../../gql/graphql.js';

/** `unit`: people write seconds, hours, dollars or percent, the API takes milliseconds, millionths and ratios. */
export const amountFields = [
  {
    key: 'batchIdleMs',
    label: 'Batch idle window (seconds)',
    description: 'A batch of pending pods closes when no new pod came for this long',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'batchMaxMs',
    label: 'Maximum batch window (seconds)',
    description: 'A batch closes after this time at the latest',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'searchMs',
    label: 'Time budget of the optimizer (milliseconds)',
    description: 'Per batch; 0 uses Karpenter’s plan',
    unit: 1,
    isWhole: true,
  },
  {
    key: 'nodeChargeMicroUsdPerHour',
    label: 'Charge per node (dollars per hour)',
    description:
      'Counted with each node’s price when plans are compared: more gives fewer, larger nodes',
    unit: 1_000_000,
    isWhole: true,
  },
  {
    key: 'offeringSharePercent',
    label: 'Maximum share of one offering (percent)',
    description:
      'How many of a plan’s nodes may be of one instance type in one zone; 100 sets no limit',
    unit: 1,
    isWhole: true,
  },
  {
    key: 'disruptionPollMs',
    label: 'Disruption interval (seconds)',
    description: 'How often the disruption of nodes is evaluated',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'validationDelayMs',
    label: 'Validation delay (seconds)',
    description: 'A proposal is validated again after this time',
    unit: 1_000,
    isWhole: true,
  },
  {
    key: 'approvalTtlMs',
    label: 'Approvals expire after (hours)',
    description: 'A decision that nobody approves or rejects expires',
    unit: 3_600_000,
    isWhole: true,
  },
  {
    key: 'rejectionHoldMs',
    label: 'Rejections hold for (hours)',
    description: 'A rejected decision is not proposed again for this time, unless the plan changes',
    unit: 3_600_000,
    isWhole: true,
  },
  {
    key: 'vmMemoryOverheadRatio',
    label: 'VM memory overhead (percent)',
    description:
      'Share of an instance type’s memory that its hypervisor keeps (VM_MEMORY_OVERHEAD_PERCENT)',
    unit: 0.01,
    isWhole: false,
  },
  {
    key: 'reservedEnis',
    label: 'Reserved network interfaces',
    description:
      'Interfaces that pods get no addresses of; lowers the maximum of pods (RESERVED_ENIS)',
    unit: 1,
    isWhole: true,
  },
] as const satisfies readonly {
  readonly key: keyof ClusterFieldsFragment['settings'];
  readonly label: string;
  readonly description: string;
  readonly unit: number;
  readonly isWhole: boolean;
}[];

export type SettingsAmounts = Readonly<Record<(typeof amountFields)[number]['key'], number>>;
