import { InvariantViolation } from '@kerf/core';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { EmptyState } from '../ui/feedback/empty-state.js';
import { Failure } from '../ui/feedback/failure.js';
import { Page } from '../ui/layout/page.js';

export function NotFoundPage() {
  return (
    <Page title="Page not found" asOf={null}>
      <EmptyState title="No page at this address">
        Check the address, or <Link to="/">go to Fleet</Link>.
      </EmptyState>
    </Page>
  );
}

/** Shown when a page fails to render; the navigation still works. */
export function CrashPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new InvariantViolation(String(thrown));
  return (
    <Page title="Page failed" asOf={null}>
      <Failure error={error} action="show this page" retry={reset} />
    </Page>
  );
}
