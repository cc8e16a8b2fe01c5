import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Written } from '../../lib/api/use-refreshing-write.js';
import type { UserError } from '../../lib/api/user-errors.js';
import { type Viewer, ViewerContext } from '../../lib/context/viewer.js';
import { NumberInput, TextInput } from '../controls/controls.js';
import { useWriteForm } from './use-write-form.js';
import { WriteForm } from './write-form.js';

const errorOf = (field: string | null, message: string): UserError => ({
  code: 'INVALID',
  field,
  message,
});

const refusing = (...userErrors: UserError[]) =>
  vi.fn<TestFormProps['write']>(async () => ({ userErrors }));

interface Values {
  readonly region: string;
  readonly name: string;
  readonly waitMs: number;
}

interface TestFormProps {
  readonly write: (values: Values) => Promise<Written>;
  readonly isEdit?: boolean;
}

function TestForm({ write, isEdit = false }: TestFormProps) {
  const form = useWriteForm<Values, Written>({
    initial: { region: '', name: 'shop', waitMs: 1_500 },
    missing: ({ name }) => (name === '' ? 'Enter a name first' : undefined),
    isEdit,
    write,
  });
  return (
    <WriteForm form={form} action="save it" submit="Save">
      <TextInput label="Region" {...form.text('region')} />
      <TextInput label="Name" {...form.text('name')} />
      <NumberInput label="Wait (s)" {...form.number('waitMs', { unit: 1_000, isWhole: true })} />
    </WriteForm>
  );
}

const ada: Viewer = {
  name: 'ada',
  hasPassword: true,
  canSetPassword: true,
  refusalOf: () => undefined,
};

function renderForm(props: TestFormProps) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ViewerContext value={ada}>
          <TestForm {...props} />
        </ViewerContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup({ delay: null, pointerEventsCheck: 0 });
}

const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name });
const save = () => screen.getByRole('button', { name: 'Save' });

describe('a form', () => {
  it('sends its values, and shows those of before after an accepted write', async () => {
    const write = refusing();
    const user = renderForm({ write });
    await user.type(field('Region'), 'us-east-1');
    await user.clear(field('Wait (s)'));
    await user.type(field('Wait (s)'), '2.5{Enter}');
    expect(write).toHaveBeenCalledWith({ region: 'us-east-1', name: 'shop', waitMs: 2_500 });
    await waitFor(() => expect(field('Region').value).toBe(''));
    expect(field('Wait (s)').value).toBe('1.5');
  });

  it('shows the errors of the API beside their fields, keeps the input and focuses the first wrong field', async () => {
    const user = renderForm({
      write: refusing(
        errorOf('input.name', 'taken'),
        errorOf('input.region.zone', 'unknown'),
        errorOf('input.name', 'too short'),
        errorOf('input.teamIds', 'no such team'),
        errorOf(null, 'look again'),
      ),
    });
    await user.type(field('Region'), 'mars');
    await user.click(save());
    await waitFor(() => expect(document.activeElement).toBe(field('Region')));
    expect(field('Region').getAttribute('aria-describedby')).toBeTruthy();
    expect(field('Region').value).toBe('mars');
    expect(field('Name').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('taken too short')).toBeTruthy();
    expect(screen.getByText('no such team')).toBeTruthy();
    expect(screen.getByText('look again')).toBeTruthy();
    await user.type(field('Name'), 's');
    expect(screen.queryByText('taken too short')).toBeNull();
  });

  it('keeps the input and says why when the request fails', async () => {
    const user = renderForm({ write: () => Promise.reject(new Error('no network')) });
    await user.type(field('Region'), 'us-east-1');
    await user.click(save());
    expect(await screen.findByText(/Could not save it/)).toBeTruthy();
    expect(field('Region').value).toBe('us-east-1');
  });

  it('sends nothing by Enter while something is missing, nothing was changed, or a write is under way', async () => {
    const write = vi.fn<TestFormProps['write']>(() => new Promise<Written>(() => undefined));
    const user = renderForm({ write, isEdit: true });
    await user.type(field('Name'), '{Enter}');
    expect(save().getAttribute('aria-description')).toBe('No changes');
    await user.clear(field('Name'));
    await user.type(field('Name'), '{Enter}');
    expect(save().getAttribute('aria-description')).toBe('Enter a name first');
    expect(write).not.toHaveBeenCalled();
    await user.type(field('Name'), 'x{Enter}{Enter}');
    await user.click(save());
    expect(write).toHaveBeenCalledTimes(1);
  });
});
