import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recorded } from '../../../testing/recording/recording.js';
import { renderApp } from '../../../testing/render-app.js';
import { ShellDocument } from '../../gql/graphql.js';

const claim = `/node-claims/${recorded.managedClaim}`;

describe('the instance of a NodeClaim', () => {
  it('is a link to the console of AWS', async () => {
    await renderApp(claim, (api) => {
      api.answer(ShellDocument, (frame) => ({
        ...frame,
        product: { ...frame.product, sandbox: null },
      }));
    });
    const [link] = await screen.findAllByRole('link', { name: /^i-[0-9a-f]+$/ });
    expect(link?.getAttribute('href')).toMatch(
      /^https:\/\/us-east-1\.console\.aws\.amazon\.com\/ec2\/home\?region=us-east-1#InstanceDetails/,
    );
  });

  it('is no link in the sandbox, whose instances AWS does not have', async () => {
    await renderApp(claim);
    expect(await screen.findAllByText(/^i-[0-9a-f]+$/)).not.toEqual([]);
    expect(screen.queryByRole('link', { name: /^i-[0-9a-f]+$/ })).toBeNull();
  });
});
