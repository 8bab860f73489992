/** Draws the seed of the keys of one paste. Not `randomUUID`, which browsers have on secure pages only. */
export function drawSeed(): string {
  return [...crypto.getRandomValues(new Uint8Array(10))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
