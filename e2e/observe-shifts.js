// Runs in the browser before the page: collects its layout shifts, except those after an input.
const shifts = [];

const boxOf = ({ x, y, width, height }) =>
  `${Math.round(x)},${Math.round(y)} ${Math.round(width)}×${Math.round(height)}`;

const nameOf = (node) => {
  if (node === null) return '(removed)';
  const text = `"${node.textContent.slice(0, 40)}"`;
  return node instanceof Element
    ? `<${node.localName} ${[...node.classList].join('.')}> ${text}`
    : text;
};

const collect = (entries) => {
  for (const { value, hadRecentInput, sources } of entries) {
    if (hadRecentInput) continue;
    const elements = sources.map(
      ({ node, previousRect, currentRect }) =>
        `${nameOf(node)} ${boxOf(previousRect)} → ${boxOf(currentRect)}`,
    );
    shifts.push({ value, elements });
  }
};

const observer = new PerformanceObserver((list) => collect(list.getEntries()));
observer.observe({ type: 'layout-shift', buffered: true });

/** Returns the shifts so far, after the frames of what has been drawn. */
globalThis.layoutShifts = async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  collect(observer.takeRecords());
  return shifts;
};
