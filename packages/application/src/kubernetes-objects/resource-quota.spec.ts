import { describe, expect, it } from 'vitest';
import { readResourceQuota } from './resource-quota.js';

describe('readResourceQuota', () => {
  it('returns what pods may still request, by the names of their resources', () => {
    const status = {
      hard: { 'count/pods': '10', 'requests.cpu': '4', memory: '8Gi', 'limits.cpu': '9' },
      used: { 'count/pods': '7', 'requests.cpu': '3500m', memory: '9Gi' },
    };
    const read = readResourceQuota({ status }, { namespace: 'shop' }, expect.unreachable);
    expect(read).toEqual({
      namespace: 'shop',
      scopes: [],
      left: { pods: 3, cpu: 500, memory: 0, 'limits.cpu': 9_000 },
    });
  });

  it.each([
    [{ pods: '9', 'count/pods': '4' }, { pods: '1', 'count/pods': '2' }, { pods: 2 }],
    [{ pods: '4', 'count/pods': '9' }, { pods: '1', 'count/pods': '7' }, { pods: 2 }],
    [{ pods: '4', 'count/pods': '9' }, { pods: '3', 'count/pods': '3' }, { pods: 1 }],
    [{ cpu: '1', 'requests.cpu': '2' }, { cpu: '250m', 'requests.cpu': '250m' }, { cpu: 750 }],
  ])('returns the least that %j leaves of a resource', (hard, used, left) => {
    const object = { status: { hard, used } };
    const read = readResourceQuota(object, { namespace: 'shop' }, expect.unreachable);
    expect(read.left).toEqual(left);
  });

  it('omits and reports invalid quantities', () => {
    const status = { hard: { pods: 'many', 'requests.cpu': '2' }, used: { 'requests.cpu': 'few' } };
    const notes: string[] = [];
    const read = readResourceQuota({ status }, { namespace: 'shop' }, (note) => notes.push(note));
    expect(read.left).toEqual({ cpu: 2_000 });
    expect(notes).toEqual(['pods has an invalid quantity', 'cpu has an invalid quantity']);
  });
});
