import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/controls.js';

/** To the page that takes manifests. */
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
