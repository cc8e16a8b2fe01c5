import { Link } from '@tanstack/react-router';
import { Empty } from '../../ui/empty.js';

export function GoneNode({ name }: { readonly name: string }) {
  return (
    <Empty title="This node is gone">
      {name} is no longer in the cluster. The decision that removed it is in{' '}
      <Link to="/decisions">the decisions</Link>.
    </Empty>
  );
}
