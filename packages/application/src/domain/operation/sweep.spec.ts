import { AppError, type ErrorCode, InvariantViolation, type Retry } from '@kerf/core';
import { describe, expect, it } from 'vitest';
import { failuresOf, named, Sweep } from './sweep.js';

const refused = (code: ErrorCode, kind: Retry['kind'] = 'never') =>
  new AppError({
    code,
    message: 'no',
    retry: kind === 'after' ? { kind, ms: 1_000 } : { kind },
    meta: { code },
  });

/** Sweeps over nodes; returns the handled ones, and what the sweep ended with. */
async function sweepOver(errors: Readonly<Record<string, Error | null>>) {
  const sweep = new Sweep();
  const handled: string[] = [];
  let error: unknown = null;
  try {
    await sweep.each(
      Object.keys(errors),
      (name) => named('Node', name),
      async (name) => {
        const refusal = errors[name] ?? null;
        if (refusal !== null) throw refusal;
        handled.push(name);
      },
    );
    sweep.conclude();
  } catch (thrown) {
    error = thrown;
  }
  return { handled, error };
}

describe('a sweep', () => {
  it('handles the other objects when one is refused, and then fails with all refusals', async () => {
    const { handled, error } = await sweepOver({
      a: refused('CLUSTER.INVALID'),
      b: null,
      c: refused('CLUSTER.FORBIDDEN', 'backoff'),
      d: null,
    });
    expect(handled).toEqual(['b', 'd']);
    expect(error).toMatchObject({
      message: 'Node a: CLUSTER.INVALID: no; Node c: CLUSTER.FORBIDDEN: no',
      code: 'CLUSTER.FORBIDDEN',
      meta: { code: 'CLUSTER.FORBIDDEN' },
      retry: { kind: 'backoff' },
    });
    expect(failuresOf(error)?.map(({ object }) => object.name)).toEqual(['a', 'c']);
  });

  it('is not retried when no retry helps any of the objects', async () => {
    const { error } = await sweepOver({ a: refused('CLUSTER.INVALID') });
    expect(error).toMatchObject({ code: 'CLUSTER.INVALID', retry: { kind: 'never' } });
  });

  it('succeeds without refusals, and returns what the work returned', async () => {
    expect(await sweepOver({ a: null })).toEqual({ handled: ['a'], error: null });
    const sweep = new Sweep();
    expect(await sweep.attempt(named('Node', 'a'), async () => 7)).toBe(7);
    const failed = await sweep.attempt(named('Node', 'b'), () => Promise.reject(new Error('no')));
    expect(failed).toBeNull();
    expect(sweep.failures.map(({ object }) => object.id)).toEqual(['b']);
  });

  it('names the first five objects and counts the others', async () => {
    const { error } = await sweepOver(
      Object.fromEntries(
        ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => [name, refused('CLUSTER.INVALID')]),
      ),
    );
    expect(error).toMatchObject({ message: expect.stringMatching(/Node e: .*; and 2 more$/) });
  });

  it.each([
    ['the lease of the cluster is lost', refused('STATE.STALE')],
    ['the work is aborted', new DOMException('stop', 'AbortError')],
  ])('ends at once when %s', async (_when, error) => {
    expect(await sweepOver({ a: error, b: null })).toEqual({ handled: [], error });
  });

  it('fails as a bug when one object reveals one, after it has handled the others', async () => {
    const bug = new TypeError('x is undefined');
    const { handled, error } = await sweepOver({ a: refused('CLUSTER.INVALID'), b: bug, c: null });
    expect(handled).toEqual(['c']);
    expect(error).toBeInstanceOf(InvariantViolation);
    expect(error).toMatchObject({ message: expect.stringContaining('Node b: x is undefined') });
    expect(error instanceof Error ? error.stack : '').toContain(bug.stack);
    expect(failuresOf(error)).toHaveLength(2);
  });
});

describe('a sweep whose objects fail for a cause that may be common to all', () => {
  const down = refused('CLUSTER.UNREACHABLE', 'backoff');

  it('handles the others when only one or two in a row fail', async () => {
    const { handled, error } = await sweepOver({ a: down, b: down, c: null, d: down, e: null });
    expect(handled).toEqual(['c', 'e']);
    expect(failuresOf(error)).toHaveLength(3);
  });

  it('ends with the third in a row', async () => {
    const { handled, error } = await sweepOver({ a: down, b: down, c: down, d: null });
    expect(handled).toEqual([]);
    expect(error).toBe(down);
    expect(failuresOf(error)).toBeNull();
  });

  it('does not take the failures of inner sweeps as common', async () => {
    const inner = async (): Promise<void> => {
      const sweep = new Sweep();
      await sweep.attempt(named('Node', 'a'), () => Promise.reject(down));
      sweep.conclude();
    };
    const sweep = new Sweep();
    for (const step of ['a', 'b', 'c', 'd']) await sweep.attempt(named('Step', step), inner);
    expect(sweep.failures).toHaveLength(4);
  });
});
