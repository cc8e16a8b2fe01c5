import type { AccessAction } from '../gql/graphql.js';
import type { IconName } from '../ui/controls/icon.js';

/** A group of pages in the navigation, by its title. */
export const pageGroups = ['Operate', 'Configure', 'Administer'] as const;

interface Page {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  /** Follows `g` on the keyboard. */
  readonly key: string;
  readonly group: (typeof pageGroups)[number];
}

/** The pages of the navigation, the command palette and the `g` keys. */
export const pages = [
  { to: '/', label: 'Fleet', icon: 'fleet', key: 'f', group: 'Operate' },
  { to: '/pending', label: 'Pending pods', icon: 'hourglass', key: 'p', group: 'Operate' },
  { to: '/decisions', label: 'Decisions', icon: 'decisions', key: 'd', group: 'Operate' },
  { to: '/interruptions', label: 'Interruptions', icon: 'bolt', key: 'i', group: 'Operate' },
  { to: '/cost', label: 'Cost', icon: 'cost', key: 'c', group: 'Operate' },
  { to: '/node-pools', label: 'NodePools', icon: 'stack', key: 'n', group: 'Configure' },
  { to: '/node-classes', label: 'EC2NodeClasses', icon: 'chip', key: 'e', group: 'Configure' },
  { to: '/budgets', label: 'Disruption budgets', icon: 'calendar', key: 'b', group: 'Configure' },
  { to: '/brakes', label: 'Brakes', icon: 'stop', key: 'k', group: 'Configure' },
  { to: '/audit', label: 'Audit log', icon: 'list', key: 'a', group: 'Administer' },
  { to: '/settings', label: 'Settings', icon: 'sliders', key: 's', group: 'Administer' },
] as const satisfies readonly Page[];

export type AppPage = (typeof pages)[number];

/** Whether the page can be filtered by cluster. */
export const hasClusterFilter = ({ to }: AppPage): boolean => to !== '/' && to !== '/settings';

interface SettingsPageEntry {
  readonly to: string;
  readonly label: string;
  /** The page is shown to those who may do this; to everybody if absent. */
  readonly permission?: AccessAction;
}

/** The pages of the settings, in the order of their navigation; `/settings` leads to the first one. */
export const settingsPages = [
  { to: '/settings/account', label: 'Account' },
  { to: '/settings/api-access', label: 'API access' },
  { to: '/settings/teams', label: 'Teams and roles' },
  { to: '/settings/users', label: 'Users', permission: 'IDENTITY_READ' },
  { to: '/settings/approval-policy', label: 'Approval policy' },
  { to: '/settings/notifications', label: 'Notifications' },
  { to: '/settings/git', label: 'Git repositories' },
] as const satisfies readonly SettingsPageEntry[];

export type SettingsPage = (typeof settingsPages)[number];
