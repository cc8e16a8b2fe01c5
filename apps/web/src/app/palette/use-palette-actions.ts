import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { setPreferences } from '../../lib/browser/preferences.js';
import { useViewer } from '../../lib/context/viewer.js';
import { useColorScheme } from '../../ui/theme/color-scheme.js';
import { shellQuery } from '../app.queries.js';
import { pages, settingsPages } from '../navigation.js';
import { useSignOut } from '../use-sign-out.js';
import type { PaletteGroup } from './palette-entry.js';

export interface PaletteActionsProps {
  readonly onPause: () => void;
  readonly onHelp: () => void;
}

/** Returns the actions and the pages of the palette. */
export function usePaletteActions({
  onPause,
  onHelp,
}: PaletteActionsProps): readonly PaletteGroup[] {
  const navigate = useNavigate();
  const { setColorScheme } = useColorScheme();
  const signOut = useSignOut();
  const { data: shell } = useQuery(shellQuery());
  const { refusalOf } = useViewer();
  const hasSandbox = shell !== undefined && shell.product.sandbox !== null;
  const action = (title: string, subtitle: string, run: () => void) => ({
    id: `action ${title}`,
    title,
    subtitle,
    run,
  });
  return [
    {
      label: 'Pages',
      entries: [
        ...pages.map(({ to, label, key }) => ({
          id: `page ${to}`,
          title: label,
          subtitle: `g ${key}`,
          run: () => void navigate({ to }),
        })),
        ...settingsPages
          .filter((page) => !('permission' in page) || refusalOf(page.permission) === undefined)
          .map(({ to, label }) => ({
            id: `page ${to}`,
            title: `Settings: ${label}`,
            subtitle: '',
            run: () => void navigate({ to }),
          })),
      ],
    },
    {
      label: 'Actions',
      entries: [
        action('Approve decisions…', 'Opens those that await approval', () => {
          void navigate({ to: '/decisions', search: { show: 'waiting' } });
        }),
        {
          ...action('Pause…', 'Stops disruption, launches too if you choose so', onPause),
          keepsOpen: true,
        },
        action('Register a cluster', '', () => void navigate({ to: '/clusters/register' })),
        action('Apply manifests', 'NodePools and EC2NodeClasses', () => {
          void navigate({ to: '/apply' });
        }),
        ...(hasSandbox
          ? [
              action('Exercise in the sandbox', 'Shows its steps on the page of the fleet', () => {
                setPreferences({ isExerciseDismissed: false, isExerciseOpen: true });
                void navigate({ to: '/' });
              }),
            ]
          : []),
        action('Keyboard shortcuts', '?', onHelp),
        action('Light theme', '', () => setColorScheme('light')),
        action('Dark theme', '', () => setColorScheme('dark')),
        action('System theme', '', () => setColorScheme('auto')),
        action('Sign out', '', signOut),
      ],
    },
  ];
}
