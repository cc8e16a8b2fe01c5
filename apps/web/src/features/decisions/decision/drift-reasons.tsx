import { Link } from '@tanstack/react-router';
import { driftSentence, isStaticDrift } from '../../../lib/format/drift-words.js';
import { Section } from '../../../ui/layout/layout.js';
import { SimpleTable } from '../../../ui/tables/simple-table.js';
import { RelativeTime } from '../../../ui/values/relative-time.js';
import type { DecisionDetails } from '../decisions.queries.js';

/** Why the nodes drifted: which field of which definition changed, and when. */
export function DriftReasons({ decision }: { readonly decision: DecisionDetails }) {
  if (decision.kind !== 'DRIFT') return null;
  const groups = toDriftGroups(decision.candidates);
  return (
    <Section title="Reason: drift" isPanel>
      {groups.length === 0 ? (
        <p className="dimmed">The reason was not recorded with this decision.</p>
      ) : (
        groups.map((group) => (
          <DriftGroupView key={group.id} group={group} clusterName={decision.clusterName} />
        ))
      )}
    </Section>
  );
}

interface DriftGroupProps {
  readonly group: DriftGroup;
  readonly clusterName: string;
}

function DriftGroupView({ group, clusterName }: DriftGroupProps) {
  const { sentence, isChanged, definition, since, fields, nodeNames } = group;
  return (
    <>
      <p>
        {sentence}
        {definition !== null && (
          <>
            {': '}
            <DefinitionLink definition={definition} clusterName={clusterName} />
          </>
        )}
        {since !== null && (
          <>
            {isChanged ? ' was changed ' : ', found '}
            <RelativeTime at={since} />
          </>
        )}
        . <span className="dimmed">{nodeNames.join(', ')}</span>
      </p>
      {fields.length > 0 ? (
        <SimpleTable
          caption="Changed fields"
          columns={[
            { header: 'Changed field', renderCell: ({ path }) => <code>{path}</code> },
            { header: 'At launch', renderCell: ({ before }) => <Value text={before} /> },
            { header: 'When proposed', renderCell: ({ after }) => <Value text={after} /> },
          ]}
          rows={fields}
          rowKey={({ path, after }) => `${path} ${after}`}
        />
      ) : (
        definition !== null && (
          <p className="dimmed">
            Its static hash differs from the hash at launch. Which field was changed is unknown: no
            stored revision matches the node.
          </p>
        )
      )}
    </>
  );
}

const Value = ({ text }: { readonly text: string | null }) =>
  text === null ? <span className="dimmed">not set</span> : <code>{text}</code>;

/** Links to the list of definitions: the page of one definition needs an ID that is unknown here. */
function DefinitionLink({
  definition,
  clusterName,
}: Omit<DriftGroupProps, 'group'> & { readonly definition: string }) {
  return definition.startsWith('NodePool/') ? (
    <Link to="/node-pools" search={{ cluster: clusterName }}>
      {definition}
    </Link>
  ) : (
    <Link to="/node-classes" search={{ cluster: clusterName }}>
      {definition}
    </Link>
  );
}

type Candidate = DecisionDetails['candidates'][number];
type Drift = NonNullable<Candidate['drift']>;

/** Nodes that drifted for the same reason. */
interface DriftGroup {
  readonly id: string;
  /** The reason in words. */
  readonly sentence: string;
  /** True if the definition was changed at `since`. */
  readonly isChanged: boolean;
  readonly definition: Drift['definition'];
  readonly since: Drift['since'];
  readonly fields: Drift['fields'];
  readonly nodeNames: readonly string[];
}

/** In the order of the nodes; those whose reason was not recorded are left out. */
export function toDriftGroups(candidates: readonly Candidate[]): readonly DriftGroup[] {
  const known = candidates.flatMap(({ nodeName, drift }) =>
    drift === null ? [] : { nodeName, drift },
  );
  return [...Map.groupBy(known, ({ drift }) => JSON.stringify(drift))].flatMap(([id, group]) => {
    const [first] = group;
    if (first === undefined) return [];
    const { reason, definition, since, fields } = first.drift;
    return {
      id,
      sentence: driftSentence(reason),
      isChanged: isStaticDrift(reason),
      definition,
      since,
      fields,
      nodeNames: group.map(({ nodeName }) => nodeName),
    };
  });
}
