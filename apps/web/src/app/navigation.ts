/** The pages of the navigation, the command palette and the `g` keys. */
export const pages = [
  { to: '/', label: 'Fleet', key: 'f', group: 0 },
  { to: '/pending', label: 'Pending pods', key: 'p', group: 0 },
  { to: '/decisions', label: 'Decisions', key: 'd', group: 0 },
  { to: '/interruptions', label: 'Interruptions', key: 'i', group: 0 },
  { to: '/cost', label: 'Cost', key: 'c', group: 0 },
  { to: '/node-pools', label: 'NodePools', key: 'n', group: 1 },
  { to: '/node-classes', label: 'EC2NodeClasses', key: 'e', group: 1 },
  { to: '/budgets', label: 'Disruption budgets', key: 'b', group: 1 },
  { to: '/brakes', label: 'Brakes', key: 'k', group: 1 },
  { to: '/audit', label: 'Audit log', key: 'a', group: 2 },
  { to: '/settings', label: 'Settings', key: 's', group: 2 },
] as const;

export type AppPage = (typeof pages)[number];

/** Whether the page can be filtered by cluster. */
export const hasClusterFilter = ({ to }: AppPage): boolean => to !== '/' && to !== '/settings';
