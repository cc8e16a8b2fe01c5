import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ApiError, type ApiErrorKind } from '../../lib/api/api-error.js';
import { Failure } from './failure.js';

function textOf(kind: ApiErrorKind, message: string): string {
  render(
    <MantineProvider>
      <Failure error={new ApiError({ kind, message })} action="save the settings" />
    </MantineProvider>,
  );
  return screen.getByText(/Could not save the settings/).parentElement?.textContent ?? '';
}

describe('a failed request', () => {
  it('has advice that fits its kind', () => {
    expect(textOf('refused', 'searchMs is too large.')).toContain('A retry does not help.');
  });

  it('that is forbidden says no more than the API, which knows whether a permission is missing', () => {
    const text = textOf('forbidden', 'The request must come from Kerf’s own pages.');
    expect(text).toContain('The request must come from Kerf’s own pages.');
    expect(text).not.toContain('permission');
  });
});
