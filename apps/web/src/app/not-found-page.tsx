import { Link } from '@tanstack/react-router';
import { Empty } from '../ui/empty.js';
import { Page } from '../ui/page.js';

export function NotFoundPage() {
  return (
    <Page title="There is no such page" asOf={null}>
      <Empty title="The address leads nowhere">
        It may be mistyped, or of another version. <Link to="/">To the fleet</Link>
      </Empty>
    </Page>
  );
}
