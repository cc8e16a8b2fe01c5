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
      left: { pods: 3, cpu: 500, memory: 0, 'limits.cpu': 9 },
    });
  });
});
