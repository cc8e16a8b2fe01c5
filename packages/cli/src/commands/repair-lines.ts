import type { Decision } from '@kerf/client';

/** Returns a line on the repair of each unhealthy node of a decision: its action and its cause. */
export const repairLines = ({ candidates }: Pick<Decision, 'candidates'>): readonly string[] =>
  candidates.flatMap(({ nodeName, repair }) => {
    if (repair === null) return [];
    const { action, condition, status, since } = repair;
    const verb = action === 'REBOOT' ? 'Reboot' : 'Replace';
    return [`${verb} ${nodeName}: its condition ${condition} has been ${status} since ${since}`];
  });
