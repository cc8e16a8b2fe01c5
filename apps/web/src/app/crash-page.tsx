import { InvariantViolation } from '@kerf/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from '../ui/failure.js';
import { Page } from '../ui/page.js';

/** Shown when a page fails to render; the navigation still works. */
export function CrashPage({ error: thrown, reset }: ErrorComponentProps) {
  const error = thrown instanceof Error ? thrown : new InvariantViolation(String(thrown));
  return (
    <Page title="Page failed" asOf={null}>
      <Failure error={error} action="show this page" retry={reset} />
    </Page>
  );
}
