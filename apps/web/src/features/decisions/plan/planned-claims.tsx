import { Link } from '@tanstack/react-router';
import { formatHourly, toMicroUsd, toMicroUsdOrNull } from '../../../lib/format/money.js';
import { countOf, formatNamedAmount } from '../../../lib/format/quantity.js';
import { capacityTypeWords, joinWords } from '../../../lib/format/words.js';
import { StateBadge } from '../../../ui/badges/badge.js';
import { nodeClaimLooks } from '../../../ui/badges/state-badges.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { Facts } from '../../../ui/layout/description-list.js';
import { Row } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { Money } from '../../../ui/values/money.js';
import { ReasonText } from '../../../ui/values/reason-text.js';
import type { DecisionDetails } from '../decisions.queries.js';
import { Fold } from './disclosure.js';
import classes from './plan.module.css';
import { PriceSource, priceSourceColumns } from './price-source.js';

type PlannedClaim = DecisionDetails['plannedClaims'][number];

export interface PlannedClaimsProps {
  readonly decision: DecisionDetails;
}

/** The planned nodes: pods, chosen, compatible and excluded instance types. */
export function PlannedClaims({ decision }: PlannedClaimsProps) {
  // One node is shown expanded; several are collapsed.
  const isOnly = decision.plannedClaims.length === 1;
  return decision.plannedClaims.map((claim) => (
    <div key={claim.plannedId} className={classes['claim']}>
      <ClaimHead claim={claim} clusterName={decision.clusterName} />
      <Facts items={factsOf(claim)} />
      <Options claim={claim} startsOpen={isOnly} />
      <Rejected claim={claim} startsOpen={isOnly} />
      {claim.pods.length > 0 && (
        <Fold summary={`${podWords(claim)} planned for this node`}>
          <ul>
            {claim.pods.map((pod) => (
              <li key={pod.uid}>
                <span className="dimmed">{pod.namespace}/</span>
                {pod.name} <span className="dimmed">{pod.owner}</span>
              </li>
            ))}
          </ul>
        </Fold>
      )}
      <Fold summary={countOf(claim.requirements.length, 'requirement')}>
        <ul>
          {claim.requirements.map((requirement) => (
            <li key={requirement}>
              <code>{requirement}</code>
            </li>
          ))}
        </ul>
      </Fold>
    </div>
  ));
}

/** `3 pods and 2 CapacityBuffer units`. */
function podWords({ pods }: PlannedClaim): string {
  const units = pods.filter(({ owner }) => owner.startsWith('CapacityBuffer/')).length;
  const real = pods.length - units;
  return joinWords([
    ...(real > 0 ? [countOf(real, 'pod')] : []),
    ...(units > 0 ? [countOf(units, 'CapacityBuffer unit')] : []),
  ]);
}

interface ClaimHeadProps {
  readonly claim: PlannedClaim;
  readonly clusterName: string;
}

function ClaimHead({
  claim: { expected, nodeClaim, nodePool, plannedId },
  clusterName,
}: ClaimHeadProps) {
  return (
    <>
      <Row gap="sm" isBaseline>
        <h3>
          {expected.instanceType}, {capacityTypeWords[expected.capacityType]}, {expected.zone}
        </h3>
        <Money microUsd={toMicroUsd(expected.price)} />
        <PriceSource offering={expected} />
        <span className="dimmed">
          {nodePool === null ? 'no NodePool' : `NodePool ${nodePool}`}, {plannedId}
        </span>
      </Row>
      {nodeClaim !== null && (
        <Row gap="sm">
          <StateBadge look={nodeClaimLooks[nodeClaim.state]} />
          <Link
            to="/clusters/$name"
            params={{ name: clusterName }}
            search={{ tab: 'claims', claim: nodeClaim.id }}
          >
            {nodeClaim.name}
          </Link>
          {nodeClaim.nodeName !== null && <span className="dimmed">{nodeClaim.nodeName}</span>}
          {nodeClaim.instanceType !== null && nodeClaim.instanceType !== expected.instanceType && (
            <span>
              launched as {nodeClaim.instanceType} at{' '}
              <Money microUsd={toMicroUsdOrNull(nodeClaim.price)} />
            </span>
          )}
        </Row>
      )}
      {nodeClaim !== null && nodeClaim.failure !== null && (
        <Notice tone="broken">
          <ReasonText reason={nodeClaim.failure} />
        </Notice>
      )}
    </>
  );
}

const whyNoSaving = ({ isPriceEstimated }: PlannedClaim['expected']): string =>
  isPriceEstimated ? 'unknown: prices are estimated' : 'no other compatible type';

function factsOf({ requests, expected, savingAgainstNextBest, optionCount, gap }: PlannedClaim) {
  const saving = toMicroUsdOrNull(savingAgainstNextBest);
  return [
    [
      'Requested',
      requests
        .filter(({ resource }) => resource !== 'pods')
        .map(({ resource, amount }) => formatNamedAmount(resource, amount))
        .join(', '),
    ],
    [
      'Saving over the next best type',
      saving === null ? whyNoSaving(expected) : <Money key="saving" microUsd={saving} />,
    ],
    ['Compatible types', optionCount],
    ...(gap === null ? [] : [['Dual value of its pods', gapTextOf(gap)] as const]),
  ] as const;
}

/** The dual value of the pods of a node, and the causes of the rest of its price. */
function gapTextOf({ dualValue, parts }: NonNullable<PlannedClaim['gap']>): string {
  const lost = [
    [parts.unusedCapacity, 'unused capacity'],
    [parts.offeringPremium, 'an offering above the dual value of its capacity'],
    [parts.placementPremium, 'pods on a less suitable node'],
  ] as const;
  const causes = lost
    .filter(([amount]) => toMicroUsd(amount) >= leastMicroUsd)
    .map(([amount, cause]) => `${formatHourly(toMicroUsd(amount))} for ${cause}`);
  const reported = formatHourly(toMicroUsd(dualValue));
  return causes.length === 0
    ? `${reported}, equal to its price`
    : `${reported}; the price adds ${joinWords(causes)}`;
}

/** Smaller amounts are rounded to 0 in the text. */
const leastMicroUsd = 50;

interface WhyProps {
  readonly claim: PlannedClaim;
  readonly startsOpen: boolean;
}

function Options({ claim: { options, optionCount, expected }, startsOpen }: WhyProps) {
  return (
    <Fold
      startsOpen={startsOpen}
      summary={`${options.length} cheapest of ${countOf(optionCount, 'compatible type')}`}
    >
      <SimpleTable
        caption="Compatible types, cheapest first"
        columns={[
          {
            header: 'Type',
            renderCell: (option) => (
              <>
                {option.instanceType}
                {option.instanceType === expected.instanceType && <strong> chosen</strong>}
              </>
            ),
          },
          { header: 'Zone', renderCell: (option) => option.zone },
          { header: 'Capacity', renderCell: (option) => capacityTypeWords[option.capacityType] },
          {
            header: '$/h',
            isNumeric: true,
            renderCell: (option) => <Money microUsd={toMicroUsd(option.price)} bareDigits={4} />,
          },
          ...priceSourceColumns(options),
        ]}
        rows={options}
        rowKey={(option) => `${option.instanceType}/${option.zone}/${option.capacityType}`}
      />
    </Fold>
  );
}

function Rejected({ claim: { rejected }, startsOpen }: WhyProps) {
  const total = rejected.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <Fold startsOpen={startsOpen} summary={`${countOf(total, 'type')} excluded, by reason`}>
      <SimpleTable
        caption="Excluded types, by reason"
        columns={[
          { header: 'Reason', renderCell: ({ reason }) => <ReasonText reason={reason} /> },
          { header: 'Types', isNumeric: true, renderCell: ({ count }) => count },
          { header: 'Cheapest examples', renderCell: ({ examples }) => joinWords(examples) },
        ]}
        rows={rejected}
        rowKey={({ reason }) => `${reason.code}${JSON.stringify(reason.data)}`}
      />
    </Fold>
  );
}
