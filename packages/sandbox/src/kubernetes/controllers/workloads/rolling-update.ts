/** The sizes of a Deployment's ReplicaSets while one template replaces another. */
export interface RolloutState {
  readonly desired: number;
  readonly maxSurge: number;
  readonly maxUnavailable: number;
  readonly current: ReplicaCount;
  /** Oldest first. */
  readonly old: readonly ReplicaCount[];
}

export interface ReplicaCount {
  readonly name: string;
  /** Requested number of pods. */
  readonly replicas: number;
  readonly available: number;
}

/**
 * Returns the next step of a rolling update: the new sizes of ReplicaSets that change.
 * Source: kubernetes pkg/controller/deployment/rolling.go.
 */
export function nextRollingStep(state: RolloutState): ReadonlyMap<string, number> {
  const steps = new Map<string, number>();
  const { current, desired } = state;
  const scaledTo = scaleUp(state);
  if (scaledTo !== current.replicas) {
    steps.set(current.name, scaledTo);
    return steps;
  }
  for (const [name, replicas] of scaleDown(state)) steps.set(name, replicas);
  if (desired === 0) for (const { name } of state.old) steps.set(name, 0);
  return steps;
}

function total(counts: readonly ReplicaCount[], field: 'replicas' | 'available'): number {
  return counts.reduce((sum, count) => sum + count[field], 0);
}

function scaleUp({ desired, maxSurge, current, old }: RolloutState): number {
  if (current.replicas >= desired) return desired;
  const room = desired + maxSurge - total(old, 'replicas') - current.replicas;
  return room <= 0 ? current.replicas : Math.min(current.replicas + room, desired);
}

function scaleDown({ desired, maxUnavailable, current, old }: RolloutState): [string, number][] {
  const minAvailable = desired - maxUnavailable;
  const all = total(old, 'replicas') + current.replicas;
  const unavailableNew = current.replicas - current.available;
  let room = all - minAvailable - unavailableNew;
  const steps = new Map(old.map(({ name, replicas }) => [name, replicas]));
  // 1. Remove unavailable pods first, which does not reduce availability.
  for (const { name, replicas, available } of old) {
    const cut = Math.min(room, Math.max(replicas - available, 0));
    if (cut <= 0) continue;
    steps.set(name, replicas - cut);
    room -= cut;
  }
  // 2. Then remove as many available pods as may be missing.
  let spare = total(old, 'available') + current.available - minAvailable;
  for (const { name } of old) {
    const left = steps.get(name) ?? 0;
    const cut = Math.min(spare, room, left);
    if (cut <= 0) continue;
    steps.set(name, left - cut);
    spare -= cut;
    room -= cut;
  }
  return [...steps].filter(
    ([name, size]) => old.find((set) => set.name === name)?.replicas !== size,
  );
}
