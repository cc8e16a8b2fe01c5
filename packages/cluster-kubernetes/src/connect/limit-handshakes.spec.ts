import { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { describe, expect, it } from 'vitest';
import { limitHandshakes } from './limit-handshakes.js';

const options: buildConnector.Options = {
  hostname: 'a',
  protocol: 'https:',
  port: '443',
};

function pendingConnector() {
  const pending: buildConnector.Callback[] = [];
  const connect: buildConnector.connector = (_options, callback) => {
    pending.push(callback);
  };
  return { pending, connect };
}

describe('limitHandshakes', () => {
  it('opens a few connections at a time, and the next one when one is open or failed', () => {
    const { pending, connect } = pendingConnector();
    const limited = limitHandshakes(connect, 2);
    const outcomes: string[] = [];
    for (const name of ['a', 'b', 'c', 'd']) {
      limited(options, (...[error]) => {
        outcomes.push(`${name}: ${error?.message ?? 'open'}`);
      });
    }
    expect(pending).toHaveLength(2);
    pending[0]?.(null, new Socket());
    expect(pending).toHaveLength(3);
    pending[1]?.(new Error('refused'), null);
    expect(pending).toHaveLength(4);
    pending[3]?.(null, new Socket());
    pending[2]?.(null, new Socket());
    expect(outcomes).toEqual(['a: open', 'b: refused', 'd: open', 'c: open']);
    limited(options, () => undefined);
    expect(pending).toHaveLength(5);
  });
});
