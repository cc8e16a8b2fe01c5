import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/empty.js';
import { Page } from '../ui/page.js';

export function NotFoundPage() {
  return (
    <Page title="Page not found" asOf={null}>
      <Empty title="No page has this address">
        It may be mistyped, or belong to another version of Kerf.{' '}
        <Link to="/">Go to the fleet</Link>
      </Empty>
    </Page>
  );
}
