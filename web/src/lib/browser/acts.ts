let count = 0

// Registered once: pages compare two counts.
for (const kind of ['keydown', 'pointerdown', 'input'] as const)
  document.addEventListener(kind, () => count++, { capture: true, passive: true })

/**
 * How often the viewer has pressed a key or a button, or typed. An answer moves the focus only if nothing happened since the
 * request.
 */
export const countActs = (): number => count
