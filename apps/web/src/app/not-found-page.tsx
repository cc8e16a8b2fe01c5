import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/empty.js';
import { Page } from '../ui/page.js';

export function NotFoundPage() {
  return (
    <Page title="Page not found" asOf={null}>
      <Empty title="No page at this address">
        Check the address, or <Link to="/">go to Fleet</Link>.
      </Empty>
    </Page>
  );
}
