import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { shellQuery } from '../app/app.queries.js';
import { trendQuery } from '../app/figures/trend.queries.js';
import type { ActivitySearch } from '../features/events/activity.search.js';
import { EventFeed } from '../features/events/event-feed.js';
import { FleetPage } from '../features/fleet/fleet-page.js';
import { recentIncidentsQuery } from '../features/incidents/incidents.queries.js';
import { useExerciseProgress } from '../features/sandbox/use-exercise-progress.js';
import { Columns, Section } from '../ui/layout/layout.js';
import { Page } from '../ui/layout/page.js';

/** Loads with the page, in a part of its own: it is shown if there are incidents. */
const incidentSection = import('../features/incidents/incident-section.js');
const IncidentSection = lazy(async () => ({ default: (await incidentSection).IncidentSection }));

/** The same, if there is a sandbox. */
const ExerciseBanner = lazy(async () => ({
  default: (await import('../features/sandbox/exercise-banner.js')).ExerciseBanner,
}));

const FleetCostChange = lazy(async () => ({
  default: (await import('../features/cost/cost-change-card.js')).FleetCostChange,
}));

const route = getRouteApi('/shell/');

/** The fleet, with the sandbox's exercise below it where there is a sandbox. */
export function FleetView() {
  const shellData = useQuery(shellQuery());
  const sandbox = shellData.data?.product.sandbox;
  const trend = useQuery(trendQuery(undefined));
  const incidents = useQuery(recentIncidentsQuery(undefined));
  const exercise = useExerciseProgress(sandbox);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: ActivitySearch) =>
    void navigate({ search: (now) => ({ ...now, ...next }), replace: true });
  const loading = (
    <Page title="Fleet">
      <p className="dimmed">Loading the fleet…</p>
    </Page>
  );
  return (
    <Suspense fallback={loading}>
      <FleetPage
        // A part that is shown later would move the page down.
        isReady={
          !shellData.isPending &&
          !exercise.query.isLoading &&
          !trend.isPending &&
          !incidents.isPending
        }
        banner={sandbox && <ExerciseBanner sandbox={sandbox} />}
        incidents={<IncidentSection />}
        feed={
          <Columns minPx={460}>
            <Suspense fallback={<Section title="What changed">{null}</Section>}>
              <FleetCostChange />
            </Suspense>
            <Section title="Recent activity">
              <EventFeed count={12} search={search} onSearch={change} />
            </Section>
          </Columns>
        }
      />
    </Suspense>
  );
}
