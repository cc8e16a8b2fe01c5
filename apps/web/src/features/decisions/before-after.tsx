import { StackedBar } from '../../ui/stacked-bar.js';
import classes from './decision-page.module.css';
import { type DecisionDetails, type Side, toBeforeAfter } from './to-before-after.js';

/** The nodes of the decision before and after, by price and type. */
export function BeforeAfter({ decision }: { readonly decision: DecisionDetails }) {
  const { before, after } = toBeforeAfter(decision);
  return (
    <div className={classes['bars']}>
      <SideRow name="Before" side={before} />
      <SideRow name="After" side={after} />
    </div>
  );
}

function SideRow({ name, side }: { readonly name: string; readonly side: Side }) {
  return (
    <>
      <span className="dimmed">{name}</span>
      <StackedBar label={`${name}: ${side.text}`} segments={side.segments} />
      <span className={`num ${classes['sideText']}`}>{side.text}</span>
    </>
  );
}
