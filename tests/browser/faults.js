/** Everything that is wrong with the game screen in this window, in words. In a tiny window cards and board may scroll. */
(isTiny) => {
  const faults = [];
  const root = document.documentElement;
  const view = new DOMRect(0, 0, innerWidth, innerHeight);
  const box = (element) => element.getBoundingClientRect();
  const shown = (selector) => [...document.querySelectorAll(selector)].filter((found) => found.checkVisibility({ visibilityProperty: true }));
  const say = (fault, element) => {
    const name = element.className?.baseVal ?? element.className;
    faults.push(`${fault}: ${element.localName} ${name} ${element.dataset.name ?? ""} ${element.textContent.slice(0, 40)}`);
  };
  const isInside = (inner, outer) =>
    inner.left >= outer.left - 1 && inner.top >= outer.top - 1 && inner.right <= outer.right + 1 && inner.bottom <= outer.bottom + 1;
  const overlap = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const apart = (elements) => elements.forEach((one, number) => {
    for (const other of elements.slice(number + 1)) {
      if (overlap(box(one), box(other))) {
        say("overlaps", one);
        say("  with", other);
      }
    }
  });

  // What must be pressed next is in the window, and nothing lies over it.
  const confirm = document.querySelector("[data-name=confirm]");
  const at = box(confirm);
  if (!isInside(at, view)) say("out of sight", confirm);
  if (!confirm.contains(document.elementFromPoint(at.x + at.width / 2, at.y + at.height / 2))) say("covered", confirm);
  if (root.scrollWidth > innerWidth || root.scrollHeight > innerHeight) faults.push(`the page scrolls: ${root.scrollWidth} x ${root.scrollHeight}`);

  // Nothing overlaps or leaves its place.
  if (!isTiny) {
    const regions = shown(".bar, mf-board, .display, .hand, mf-turn, mf-side:not([open])");
    for (const region of regions) if (!isInside(box(region), view)) say("out of the window", region);
    apart(regions);
  }
  const groups = [".chip", ".bar > *", ".menu button", "mf-turn .buttons button", ".hand button.card", "mf-turn > *:not(.unseen)", ".switch button"];
  for (const group of groups) apart(shown(group));
  for (const chip of shown(".chip")) {
    const parts = [...chip.children].filter((part) => part.checkVisibility() && !part.matches(".unseen, .cap"));
    for (const part of parts) if (!isInside(box(part), box(chip))) say("sticks out of its chip", part);
  }
  for (const button of shown("mf-turn button")) if (!isInside(box(button), box(document.querySelector("mf-turn")))) say("sticks out of the panel", button);

  // No text is cut. Bonus numbers and the like are texts, too.
  const texts = [
    ".chip", ".chip .name", ".now", ".bar button", ".switch button", ".tray h2", "button.card .badge", "button.card .tag", "mf-turn button",
    "mf-turn .prompt:not(.unseen)", "mf-turn .gains li", "mf-turn .gains b", "mf-players h3", "mf-players .name", "mf-players .set", "mf-players .figures",
  ];
  for (const text of shown(texts.join(", "))) {
    const isCut = text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 2;
    if (text.clientWidth > 1 && isCut) say(`cut (${text.scrollWidth} x ${text.scrollHeight} in ${text.clientWidth} x ${text.clientHeight})`, text);
  }
  const hand = document.querySelector(".hand mf-cards");
  if (hand.scrollWidth > hand.clientWidth + 1) say("cards beyond the edge", hand);

  const [stage] = shown(".stage");
  if (Math.min(box(stage).width, box(stage).height) < 150) say(`too small (${box(stage).width} x ${box(stage).height})`, stage);
  return faults;
}
