import { useQuery } from '@tanstack/react-query';
import { frameQuery } from '../app/app.queries.js';
import { EventFeed } from '../features/events/event-feed.js';
import { FleetPage } from '../features/fleet/fleet-page.js';
import { ExerciseBanner } from '../features/sandbox/exercise-banner.js';
import { Section } from '../ui/layout/layout.js';

/** The fleet, with the sandbox's exercise above it where there is a sandbox. */
export function FleetView() {
  const frame = useQuery(frameQuery());
  const sandbox = frame.data?.product.sandbox;
  return (
    <FleetPage
      // The banner must be known first, or it would push the fleet down.
      isBannerKnown={!frame.isPending}
      banner={sandbox && <ExerciseBanner sandbox={sandbox} />}
      feed={
        <Section title="Recent activity">
          <EventFeed count={12} />
        </Section>
      }
    />
  );
}
