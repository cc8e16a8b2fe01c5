import type { AccessScopeInput, PauseExtent } from '../../gql/graphql.js';
import { timeAfter } from '../../lib/api/server-clock.js';
import { usePreferences } from '../../lib/browser/preferences.js';
import { useClusterDirectory } from '../../lib/context/cluster-directory.js';
import { formatInstant, type TimeZone } from '../../lib/format/time.js';
import { Modal, Radio, Select, TextInput } from '../../ui/controls/controls.js';
import { useWriteForm } from '../../ui/forms/use-write-form.js';
import { WriteForm } from '../../ui/forms/write-form.js';
import { Stack } from '../../ui/layout/layout.js';
import { consequences, extentLabels, goesOn } from './pause-text.js';
import { setPause } from './pauses.queries.js';
import { ScopeChoice, scopeOfCluster } from './scope-choice.js';

const hourMs = 3_600_000;
const expiries = [
  { value: '1', label: 'In 1 hour' },
  { value: '4', label: 'In 4 hours' },
  { value: '24', label: 'In 24 hours' },
  { value: '', label: 'When someone releases it' },
];
const extents: readonly PauseExtent[] = ['DISRUPTION', 'DISRUPTION_AND_LAUNCHES', 'CONSOLIDATION'];

export interface PauseDialogProps {
  /** The cluster of the page. */
  readonly cluster: string | undefined;
  /** Where and until when to pause, as a page suggests it. */
  readonly preset?: PausePreset;
  readonly onClose: () => void;
}

/** The part of a pause that a page has chosen. */
interface PausePreset {
  readonly scope: AccessScopeInput;
  /** RFC 3339. */
  readonly expiresAt: string;
}

interface Values {
  /** Absent until one is chosen: the clusters may be loaded after the form has opened. */
  readonly scope: AccessScopeInput | null;
  readonly stops: PauseExtent;
  readonly reason: string;
  readonly owner: string;
  /** Empty for a pause without an end. */
  readonly hours: string;
}

/** The end that a page has chosen, among the choices of `hours`. */
const presetEnd = 'preset';

const initial: Values = { scope: null, stops: 'DISRUPTION', reason: '', owner: '', hours: '4' };

/** The form that pauses changes: where, what, why, and until when. */
export function PauseDialog({ cluster, preset, onClose }: PauseDialogProps) {
  const { timeZone } = usePreferences();
  const clusterId = useClusterDirectory()?.find(({ name }) => name === cluster)?.id;
  const scopeOf = ({ scope }: Values) => scope ?? scopeOfCluster(clusterId);
  const form = useWriteForm({
    initial: preset === undefined ? initial : { ...initial, scope: preset.scope, hours: presetEnd },
    missing: ({ reason }) => (reason.trim() === '' ? 'Enter a reason first' : undefined),
    write: ({ hours, owner, ...values }) =>
      setPause({
        ...values,
        scope: scopeOf({ hours, owner, ...values }),
        owner: owner.trim() === '' ? null : owner,
        expiresAt: endOf(hours, preset),
      }),
    refreshes: [['pauses']],
    onDone: onClose,
  });
  return (
    <Modal opened onClose={onClose} title="Pause changes" size="lg">
      <WriteForm
        form={form}
        action="set the pause"
        permission="PAUSE_WRITE"
        submit={`Pause ${extentLabels[form.values.stops].toLowerCase()}`}
      >
        <ScopeChoice {...form.value('scope')} value={scopeOf(form.values)} />
        <Radio.Group label="What to pause" {...form.value('stops')}>
          <Stack gap="xs">
            {extents.map((extent) => (
              <Radio
                key={extent}
                value={extent}
                label={extentLabels[extent]}
                description={consequences[extent]}
              />
            ))}
          </Stack>
        </Radio.Group>
        <p>{goesOn}</p>
        <TextInput
          label="Reason"
          placeholder="Bad AMI in prod, see INC-123"
          description="Shown on the nodes and pods that the pause holds"
          {...form.text('reason')}
        />
        <TextInput
          label="Owner"
          placeholder="You"
          description="Who is responsible for it, e.g. a team on call"
          {...form.text('owner')}
        />
        <Select label="Release" data={expiriesOf(preset, timeZone)} {...form.choice('hours')} />
      </WriteForm>
    </Modal>
  );
}

function endOf(hours: string, preset: PausePreset | undefined): string | null {
  if (hours === presetEnd) return preset?.expiresAt ?? null;
  return hours === '' ? null : timeAfter(Number(hours) * hourMs);
}

/** Returns the choices of the end, with that of the page first. */
const expiriesOf = (preset: PausePreset | undefined, zone: TimeZone) =>
  preset === undefined
    ? expiries
    : [
        { value: presetEnd, label: `At ${formatInstant(Date.parse(preset.expiresAt), zone)}` },
        ...expiries,
      ];
