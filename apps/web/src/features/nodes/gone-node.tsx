import { Link } from '@tanstack/react-router';
import { Empty } from '../../ui/empty.js';

export function GoneNode({ name }: { readonly name: string }) {
  return (
    <Empty title="Node not found">
      {name} is not in the cluster. If Kerf removed it, the decision is listed under{' '}
      <Link to="/decisions">Decisions</Link>.
    </Empty>
  );
}
