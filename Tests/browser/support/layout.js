// What is wrong with how the page is laid out in the window as it is. Returns a sentence for each fault.
() => {
  const faults = new Set();
  const LONGEST = 12;
  const label = e => {
    const name = e.localName + (e.getAttribute("id") ? "#" + e.getAttribute("id") : "") + [...e.classList].map(one => "." + one).join("");
    const text = (e.localName === "input" ? e.value : e.textContent).trim().replace(/\s+/g, " ").slice(0, 40);
    return text ? `${name} “${text}”` : name;
  };
  const styles = new Map();
  const style = e => styles.get(e) ?? styles.set(e, getComputedStyle(e)).get(e);
  // Text for screen readers and what waits outside the window are not seen.
  const shown = new Map();
  const isShown = e => {
    if (!shown.has(e)) {
      const own = e === document.documentElement || style(e).clipPath === "none" && isShown(e.parentElement);
      shown.set(e, own && e.checkVisibility({ opacityProperty: true, visibilityProperty: true, contentVisibilityAuto: true }));
    }
    return shown.get(e);
  };
  // The bar or message that an element belongs to: it is above the page, which scrolls under it.
  const layers = new Map();
  const layer = e => {
    if (e === document.documentElement) return null;
    if (!layers.has(e)) {
      const covers = ["fixed", "sticky"].includes(style(e).position) || e.matches(".sheet");
      layers.set(e, covers ? e : layer(e.parentElement));
    }
    return layers.get(e);
  };
  // Where an element ends what is in it: by scrolling, by an ellipsis, or by cutting it off.
  const cutter = (e, rect) => {
    for (let box = e; box && box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow, display } = style(box);
      if (overflowX === "visible" || display === "inline") continue;
      const outer = box.getBoundingClientRect();
      if (rect.left >= outer.left - 1 && rect.right <= outer.right + 1) continue;
      return ["auto", "scroll"].includes(overflowX) || textOverflow === "ellipsis" ? "allowed" : box;
    }
    return null;
  };
  const isGround = e => Number(style(e).backgroundColor.match(/[\d.]+/g)?.[3] ?? 1) >= 0.5;

  const width = document.documentElement.scrollWidth;
  if (width > innerWidth) faults.add(`the page is ${width} wide, and the window ${innerWidth}`);

  const boxes = [];
  const range = document.createRange();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || e.closest("script, style, template, option, textarea, defs") || !isShown(e)) continue;
    range.selectNodeContents(node);
    const lines = [...range.getClientRects()].filter(line => line.width > 1);
    if (lines.length > 1) {
      for (const { 0: word, index } of node.data.matchAll(/[^\s\-‐–—/·]+/gu)) {
        if ((word.match(/[\p{L}\p{N}]/gu) ?? []).length > LONGEST) continue;
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const tops = new Set([...range.getClientRects()].filter(part => part.width > 0).map(part => Math.round(part.top)));
        if (tops.size > 1) faults.add(`“${word}” is broken in ${label(e)}`);
      }
    }
    const button = e.closest("button, .button, .chip, .pill, summary, nav a, .tabs a");
    for (const line of lines) {
      if (line.bottom + scrollY < 0) continue;
      const cut = cutter(e, line);
      if (cut === "allowed") continue;
      if (cut) faults.add(`${label(e)} is cut off by ${label(cut)}`);
      else if (line.left < -1 || line.right > innerWidth + 1) faults.add(`${label(e)} is not in the window`);
      if (button) {
        const outer = button.getBoundingClientRect();
        if (line.left < outer.left - 1 || line.right > outer.right + 1
          || line.top < outer.top - 4 || line.bottom > outer.bottom + 4) {
          faults.add(`${label(button)} is smaller than its label`);
        }
      }
      // The box of a line is higher than its letters.
      const rim = line.height * 0.22;
      boxes.push({ e, kind: "text", left: line.left + 1, right: line.right - 1, top: line.top + rim, bottom: line.bottom - rim });
    }
  }

  const canvas = document.createElement("canvas").getContext("2d");
  for (const e of document.querySelectorAll("body *")) {
    if (!(e instanceof HTMLElement || e.localName === "svg") || !isShown(e)) continue;
    const rect = e.getBoundingClientRect();
    if (rect.width < 2 || rect.height < 2 || rect.bottom + scrollY < 0) continue;
    const isOutside = rect.left < -1 || rect.right > innerWidth + 1;
    if (isOutside && !cutter(e.parentElement, rect)) faults.add(`${label(e)} is not in the window`);
    if (e.matches("input, select")) {
      const { fontStyle, fontWeight, fontSize, fontFamily, paddingLeft, paddingRight } = style(e);
      canvas.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
      const room = e.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
      // A select that is as wide as its form cannot show more.
      const isCut = e.localName === "select" ? canvas.measureText(e.selectedOptions[0]?.text ?? "").width > room + 1
          && rect.width < (e.closest("form")?.clientWidth ?? 0) * 0.7
        : e.matches("[inputmode]") ? canvas.measureText(e.value).width > room + 1
        : e.matches("[type^=date]") && e.scrollWidth > e.clientWidth + 1;
      if (isCut) faults.add(`${label(e)} is narrower than its value`);
    }
    const kind = e.matches("button, .button, input, select, textarea, summary, .stepper") ? "control"
      : e.matches("img, svg") && !e.closest(".sprite") ? "picture" : e.matches(".badge, .dot") ? "badge" : null;
    if (kind) boxes.push({ e, kind, left: rect.left + 1, right: rect.right - 1, top: rect.top + 1, bottom: rect.bottom - 1 });
  }

  boxes.sort((one, other) => one.top - other.top);
  boxes.forEach((one, place) => {
    for (let next = place + 1; next < boxes.length && boxes[next].top < one.bottom - 1; next++) {
      const other = boxes[next];
      if (Math.min(one.right, other.right) - Math.max(one.left, other.left) < 1) continue;
      if (one.e.contains(other.e) || other.e.contains(one.e)) continue;
      const kinds = [one.kind, other.kind];
      if (kinds.includes("picture") && !kinds.includes("text")) continue;
      if (kinds.includes("badge") && kinds.includes("control")) continue;
      if (layer(one.e) !== layer(other.e)) continue;
      if (cutter(one.e, one) || cutter(other.e, other)) continue;
      // A round badge leaves its corners free.
      const isBeside = (badge, box) => {
        const distances = [["left", "right"], ["top", "bottom"]].map(([start, end]) => {
          const middle = (badge[start] + badge[end]) / 2;
          return middle - Math.min(Math.max(middle, box[start]), box[end]);
        });
        return style(badge.e).borderRadius === "50%" && Math.hypot(...distances) >= (badge.right - badge.left) / 2;
      };
      if (one.kind === "badge" && isBeside(one, other) || other.kind === "badge" && isBeside(other, one)) continue;
      // Words may be on a picture if they bring their own ground.
      const isOnGround = (text, under) => {
        for (let box = text; box && !box.contains(under); box = box.parentElement) if (isGround(box)) return true;
        return false;
      };
      if (!kinds.includes("control") && kinds.includes("text") && kinds.some(kind => kind !== "text")) {
        const [text, under] = one.kind === "text" ? [one.e, other.e] : [other.e, one.e];
        if (isOnGround(text, under)) continue;
      }
      faults.add(`${label(one.e)} and ${label(other.e)} overlap`);
    }
  });

  // What stays while the page scrolls leaves room for the page, and for the other bars. A dialog is the page meanwhile.
  const bars = [...document.querySelectorAll("body *")].filter(e =>
    isShown(e) && layer(e) === e && !e.matches(".sheet, dialog") && !layer(e.parentElement)).map(e => [e, e.getBoundingClientRect()])
    .filter(([e, rect]) => style(e).position === "fixed" || e.matches(".top, .dock"));
  const taken = bars.filter(([e]) => !e.matches(".toast")).reduce((sum, [, rect]) => sum + rect.height, 0);
  if (taken > innerHeight / 2) faults.add(`bars take ${Math.round(taken)} of ${innerHeight}: ${bars.map(([e]) => label(e))}`);
  return [...faults];
}
