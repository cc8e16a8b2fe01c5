import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { shellQuery } from '../app/app.queries.js';
import { trendQuery } from '../app/figures/trend.queries.js';
import { EventFeed } from '../features/events/event-feed.js';
import { FleetPage } from '../features/fleet/fleet-page.js';
import { ExerciseBanner, useExerciseProgress } from '../features/sandbox/exercise-banner.js';
import { Columns, Section } from '../ui/layout/layout.js';

const FleetCostChange = lazy(async () => ({
  default: (await import('../features/cost/cost-change-card.js')).FleetCostChange,
}));

/** The fleet, with the sandbox's exercise below it where there is a sandbox. */
export function FleetView() {
  const shellData = useQuery(shellQuery());
  const sandbox = shellData.data?.product.sandbox;
  const trend = useQuery(trendQuery(undefined));
  const exercise = useExerciseProgress(sandbox);
  return (
    <FleetPage
      // A part that is shown later would move the page down.
      isReady={!shellData.isPending && !exercise.query.isLoading && !trend.isPending}
      banner={sandbox && <ExerciseBanner sandbox={sandbox} />}
      feed={
        <Columns minPx={460}>
          <Suspense fallback={<Section title="What changed">{null}</Section>}>
            <FleetCostChange />
          </Suspense>
          <Section title="Recent activity">
            <EventFeed count={12} />
          </Section>
        </Columns>
      }
    />
  );
}
