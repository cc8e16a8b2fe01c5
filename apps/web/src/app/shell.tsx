import { useHotkeys } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { FrameQuery } from '../gql/graphql.js';
import { ClusterDirectory } from '../lib/cluster-directory.js';
import { useShortcuts } from '../lib/keyboard.js';
import { usePreferences } from '../lib/preferences.js';
import { unknownViewer, type Viewer, ViewerContext } from '../lib/viewer.js';
import { AsOfSlot } from '../ui/page.js';
import { clusterNamesQuery, frameQuery } from './app.queries.js';
import { ClusterPicker, useShownCluster } from './cluster-picker.js';
import { pages } from './pages.js';
import { Rail } from './rail.js';
import { ScenarioBanner } from './scenario-banner.js';
import classes from './shell.module.css';
import { TopBar } from './top-bar.js';
import { useLiveConnection } from './use-live-connection.js';

/** Loaded on first use. */
const KeyboardHelp = lazy(async () => ({
  default: (await import('./keyboard-help.js')).KeyboardHelp,
}));
const Palette = lazy(async () => ({ default: (await import('./palette.js')).Palette }));

/** The application shell: navigation, top bar, and the page. */
export function Shell() {
  const frame = useQuery(frameQuery());
  const clusters = useQuery(clusterNamesQuery());
  useLiveConnection(frame.data !== undefined);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const [isRailOpen, setRailOpen] = useState(false);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [hasPalette, setHasPalette] = useState(false);
  const cluster = useShownCluster();
  const openPalette = async () => {
    setHasPalette(true);
    const { paletteSpotlight } = await import('./palette-store.js');
    paletteSpotlight[1].open();
  };
  useHotkeys([['mod+K', () => void openPalette()]], []);
  usePageKeys(() => setHelpOpen(true));
  useDensity();
  const summary = frame.data?.fleet.summary;
  return (
    <ViewerContext value={toViewer(frame.data?.viewer)}>
      <ClusterDirectory value={clusters.data}>
        <div className={classes['shell']}>
          <a className={classes['skip']} href="#main">
            Skip to content
          </a>
          <TopBar
            picker={<ClusterPicker />}
            slotRef={setSlot}
            onMenu={() => setRailOpen(!isRailOpen)}
            onSearch={() => void openPalette()}
            onHelp={() => setHelpOpen(true)}
          />
          <Rail
            cluster={cluster}
            counts={{
              '/pending': summary?.pendingPods ?? 0,
              '/decisions': summary?.awaitingDecisions ?? 0,
            }}
            version={frame.data?.product.version}
            isOpen={isRailOpen}
            onNavigate={() => setRailOpen(false)}
          />
          <div className={classes['outlet']}>
            <ScenarioBanner scenarios={frame.data?.product.sandbox?.scenarios ?? []} />
            <AsOfSlot value={slot}>
              <Outlet />
            </AsOfSlot>
          </div>
        </div>
        <Suspense>
          {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
          {hasPalette && <Palette />}
        </Suspense>
      </ClusterDirectory>
    </ViewerContext>
  );
}

function toViewer(viewer: FrameQuery['viewer'] | undefined): Viewer {
  if (viewer === undefined) return unknownViewer;
  const { name, hasPassword, scope } = viewer;
  return {
    name,
    hasPassword,
    whyReadOnly: scope === 'READ' ? 'Your account is read-only' : undefined,
  };
}

function usePageKeys(onHelp: () => void): void {
  const navigate = useNavigate();
  useShortcuts({
    ...Object.fromEntries(pages.map(({ key, to }) => [`g ${key}`, () => void navigate({ to })])),
    '?': onHelp,
  });
}

/** Sets the row density on the root element for CSS. */
function useDensity(): void {
  const { density } = usePreferences();
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
}
