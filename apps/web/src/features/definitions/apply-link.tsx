import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/controls/controls.js';

/** A link to the page that applies manifests. */
export function ApplyLink({ cluster }: { readonly cluster: string | undefined }) {
  return (
    <Button
      variant="default"
      renderRoot={(props) => <Link to="/apply" search={{ cluster }} {...props} />}
    >
      Apply manifests
    </Button>
  );
}
