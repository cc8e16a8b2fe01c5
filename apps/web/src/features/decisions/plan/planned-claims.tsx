import { countOf, formatNamedAmount, joinWords } from '@kerf/core';
import { Link } from '@tanstack/react-router';
import { formatHourly, toMicroUsd, toMicroUsdOrNull } from '../../../lib/format/money.js';
import { capacityTypeWords } from '../../../lib/format/words.js';
import { StateBadge } from '../../../ui/badges/badge.js';
import { nodeClaimBadges } from '../../../ui/badges/state-badges.js';
import { Notice } from '../../../ui/feedback/notice.js';
import { DescriptionList } from '../../../ui/layout/description-list.js';
import { Row } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { Money } from '../../../ui/values/money.js';
import { PodLink } from '../../../ui/values/pod-link.js';
import { ReasonText } from '../../../ui/values/reason-text.js';
import type { DecisionDetails } from '../decisions.queries.js';
import { Disclosure } from './disclosure.js';
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
      <DescriptionList items={factsOf(claim)} />
      <CompatibleTypes claim={claim} startsOpen={isOnly} />
      <ExcludedTypes claim={claim} startsOpen={isOnly} />
      {claim.pods.length > 0 && (
        <Disclosure summary={`${podsText(claim)} planned for this node`}>
          <ul>
            {claim.pods.map((pod) => (
              <li key={pod.uid}>
                <PodLink
                  clusterName={decision.clusterName}
                  namespace={pod.namespace}
                  name={pod.name}
                />{' '}
                <span className="dimmed">{pod.owner}</span>
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
      <Disclosure summary={countOf(claim.requirements.length, 'requirement')}>
        <ul>
          {claim.requirements.map((requirement) => (
            <li key={requirement}>
              <code>{requirement}</code>
            </li>
          ))}
        </ul>
      </Disclosure>
    </div>
  ));
}

/** `3 pods and 2 CapacityBuffer units`. */
function podsText({ pods }: PlannedClaim): string {
  const bufferUnits = pods.filter(({ owner }) => owner.startsWith('CapacityBuffer/')).length;
  const podCount = pods.length - bufferUnits;
  return joinWords([
    ...(podCount > 0 ? [countOf(podCount, 'pod')] : []),
    ...(bufferUnits > 0 ? [countOf(bufferUnits, 'CapacityBuffer unit')] : []),
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
          <StateBadge content={nodeClaimBadges[nodeClaim.state]} />
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

const noSavingReason = ({ isPriceEstimated }: PlannedClaim['expected']): string =>
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
      saving === null ? noSavingReason(expected) : <Money key="saving" microUsd={saving} />,
    ],
    ['Compatible types', optionCount],
    ...(gap === null ? [] : [['Dual value of its pods', gapTextOf(gap)] as const]),
  ] as const;
}

/** The dual value of the pods of a node, and the causes of the rest of its price. */
function gapTextOf({ dualValue, parts }: NonNullable<PlannedClaim['gap']>): string {
  const gapParts = [
    [parts.unusedCapacity, 'unused capacity'],
    [parts.offeringPremium, 'an offering above the dual value of its capacity'],
    [parts.placementPremium, 'pods on a less suitable node'],
  ] as const;
  const causes = gapParts
    .filter(([amount]) => toMicroUsd(amount) >= minShownMicroUsd)
    .map(([amount, cause]) => `${formatHourly(toMicroUsd(amount))} for ${cause}`);
  const dualValueText = formatHourly(toMicroUsd(dualValue));
  return causes.length === 0
    ? `${dualValueText}, equal to its price`
    : `${dualValueText}; the price adds ${joinWords(causes)}`;
}

/** Smaller amounts are rounded to 0 in the text. */
const minShownMicroUsd = 50;

interface InstanceTypesProps {
  readonly claim: PlannedClaim;
  readonly startsOpen: boolean;
}

function CompatibleTypes({
  claim: { options, optionCount, expected },
  startsOpen,
}: InstanceTypesProps) {
  return (
    <Disclosure
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
            renderCell: (option) => <Money microUsd={toMicroUsd(option.price)} columnDigits={4} />,
          },
          ...priceSourceColumns(options),
        ]}
        rows={options}
        rowKey={(option) => `${option.instanceType}/${option.zone}/${option.capacityType}`}
      />
    </Disclosure>
  );
}

function ExcludedTypes({ claim: { rejected }, startsOpen }: InstanceTypesProps) {
  const total = rejected.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <Disclosure startsOpen={startsOpen} summary={`${countOf(total, 'type')} excluded, by reason`}>
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
    </Disclosure>
  );
}
