import { toMicroUsdOrNull } from '../../../lib/format/money.js';
import { capacityTypeWords } from '../../../lib/format/words.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { Stack } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { Money } from '../../../ui/values/money.js';
import { type DocumentPreview, driftText } from './apply-text.js';
import { driftCostText, type Offerings, remainingText } from './effects-text.js';

export interface DocumentEffectsProps {
  readonly preview: Pick<DocumentPreview, 'drift' | 'offerings'>;
}

/** The instance types that a NodePool may launch, and the nodes that would drift, if the document were applied. */
export function DocumentEffects({ preview: { drift, offerings } }: DocumentEffectsProps) {
  if (drift === null && offerings === null) return null;
  return (
    <Stack gap="sm">
      <h3>Effects</h3>
      {drift !== null && (
        <Notice tone="attention">
          Applying it makes {driftText(drift)} drift. {driftCostText(drift)} Drifted nodes are
          replaced as disruption budgets and the mode of the cluster allow.
        </Notice>
      )}
      {offerings !== null && <Remaining offerings={offerings} />}
    </Stack>
  );
}

/** Number of instance types that are listed. */
const listed = 5;

function Remaining({ offerings }: { readonly offerings: Offerings }) {
  const { cheapest, instanceTypes } = offerings;
  if (instanceTypes === 0) return <Notice tone="attention">{remainingText(offerings)}</Notice>;
  return (
    <>
      <p>{remainingText(offerings)}</p>
      {cheapest.length > 0 && (
        <SimpleTable
          caption="Cheapest instance types that remain"
          columns={[
            { header: 'Cheapest types', renderCell: ({ name }) => name },
            {
              header: '$/h',
              isNumeric: true,
              renderCell: ({ price }) => (
                <Money microUsd={toMicroUsdOrNull(price)} columnDigits={4} />
              ),
            },
            {
              header: 'Capacity type',
              renderCell: ({ capacityType }) => capacityTypeWords[capacityType],
            },
            { header: 'Zone', renderCell: ({ zone }) => zone },
          ]}
          rows={cheapest.slice(0, listed)}
          rowKey={({ name }) => name}
        />
      )}
    </>
  );
}
