import type { ClusterMode } from '../../../gql/graphql.js';
import { modeBadges } from '../../../ui/badges/state-badges.js';
import { Radio } from '../../../ui/controls/controls.js';
import { Stack } from '../../../ui/layout/layout.js';
import { modeConsequences } from '../clusters-text.js';

const modes = ['OBSERVE', 'APPROVE', 'AUTO'] as const satisfies readonly ClusterMode[];

export interface ModeChoiceProps {
  readonly value: ClusterMode;
  readonly onChange: (mode: ClusterMode) => void;
  /** Whether a heading above it says "Mode", so that it needs no label. */
  readonly hasHeading?: boolean;
}

/** The modes of a cluster, each with what it means. */
export function ModeChoice({ value, onChange, hasHeading = false }: ModeChoiceProps) {
  return (
    <Radio.Group
      {...(hasHeading ? { 'aria-label': 'Mode' } : { label: 'Mode' })}
      value={value}
      onChange={(next) => onChange(modes.find((mode) => mode === next) ?? value)}
    >
      <Stack gap="sm">
        {modes.map((mode) => (
          <Radio
            key={mode}
            value={mode}
            label={modeBadges[mode].label}
            description={modeConsequences[mode]}
          />
        ))}
      </Stack>
    </Radio.Group>
  );
}
