import { createSpotlight, Spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { setPreferences } from '../lib/browser/preferences.js';
import { useClusterDirectory } from '../lib/context/cluster-directory.js';
import { modeBadges } from '../ui/badges/state-badges.js';
import { Icon } from '../ui/controls/icon.js';
import { useColorScheme } from '../ui/theme/color-scheme.js';
import { shellQuery } from './app.queries.js';
import { pages } from './navigation.js';

/** The state of the command palette, and the functions that open it. */
export const paletteSpotlight: ReturnType<typeof createSpotlight> = createSpotlight();

const [paletteStore] = paletteSpotlight;

/** The command palette: pages, clusters, actions, and a decision by its ID. */
export function CommandPalette() {
  const [query, setQuery] = useState('');
  const actions = usePaletteActions(query.trim());
  return (
    <Spotlight
      store={paletteStore}
      actions={[...actions]}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      overlayProps={{ blur: 0, backgroundOpacity: 0.35 }}
      limit={12}
      nothingFound="No results"
      attributes={{ content: { 'aria-label': 'Search' } }}
      searchProps={{
        'aria-label': 'Search pages, clusters and actions',
        placeholder: 'Pages, clusters, actions, or a decision ID',
        leftSection: <Icon name="search" />,
      }}
    />
  );
}

function usePaletteActions(query: string): readonly SpotlightActionData[] {
  const navigate = useNavigate();
  const clusters = useClusterDirectory() ?? [];
  const { setColorScheme } = useColorScheme();
  const sandbox = useQuery(shellQuery()).data?.product.sandbox ?? null;
  const decision = /^dec_\w+$/.test(query)
    ? [
        {
          id: 'decision',
          label: `Open decision ${query}`,
          onClick: () => void navigate({ to: '/decisions/$id', params: { id: query } }),
        },
      ]
    : [];
  return [
    ...decision,
    ...pages.map(({ to, label, key }) => ({
      id: to,
      label,
      description: `g ${key}`,
      onClick: () => void navigate({ to }),
    })),
    ...clusters.map(({ name, region, mode }) => ({
      id: `cluster ${name}`,
      label: name,
      description: `Cluster in ${region}, mode ${modeBadges[mode].label.toLowerCase()}`,
      onClick: () => void navigate({ to: '/clusters/$name', params: { name } }),
    })),
    {
      id: 'register',
      label: 'Register a cluster',
      onClick: () => void navigate({ to: '/clusters/register' }),
    },
    { id: 'apply', label: 'Apply manifests', onClick: () => void navigate({ to: '/apply' }) },
    ...(sandbox !== null
      ? [
          {
            id: 'exercise',
            label: 'Exercise in the sandbox',
            onClick: () => {
              setPreferences({ isExerciseDismissed: false, isExerciseOpen: true });
              void navigate({ to: '/' });
            },
          },
        ]
      : []),
    { id: 'light', label: 'Light theme', onClick: () => setColorScheme('light') },
    { id: 'dark', label: 'Dark theme', onClick: () => setColorScheme('dark') },
    { id: 'auto', label: 'System theme', onClick: () => setColorScheme('auto') },
  ];
}
