import { useQuery } from '@tanstack/react-query';
import { shellQuery } from '../app/app.queries.js';
import { FleetCostChange } from '../features/cost/cost-change-card.js';
import { PossibleSavingFigure } from '../features/cost/possible-saving-figure.js';
import { EventFeed } from '../features/events/event-feed.js';
import { FleetPage } from '../features/fleet/fleet-page.js';
import { ExerciseBanner } from '../features/sandbox/exercise-banner.js';
import { Columns, Section } from '../ui/layout/layout.js';

/** The fleet, with the sandbox's exercise above it where there is a sandbox. */
export function FleetView() {
  const shellData = useQuery(shellQuery());
  const sandbox = shellData.data?.product.sandbox;
  return (
    <FleetPage
      // A banner that is shown later would move the page down.
      isBannerLoaded={!shellData.isPending}
      banner={sandbox && <ExerciseBanner sandbox={sandbox} />}
      possibleSaving={<PossibleSavingFigure />}
      feed={
        <Columns minPx={460}>
          <FleetCostChange />
          <Section title="Recent activity">
            <EventFeed count={12} />
          </Section>
        </Columns>
      }
    />
  );
}
