const steps: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The position that a key leads to in a grid of WAI-ARIA that is read row by row; null for other keys. */
export function moveInGrid(
  { key, ctrlKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey'>,
  at: number,
  { rows, columns }: { readonly rows: number; readonly columns: number },
): number | null {
  const [row, column] = [Math.floor(at / columns), at % columns]
  const step = steps[key]
  if (step) {
    const [down, right] = [row + step[0], column + step[1]]
    return down < 0 || down >= rows || right < 0 || right >= columns ? at : down * columns + right
  }
  if (key === 'Home') return ctrlKey ? 0 : row * columns
  if (key === 'End') return ctrlKey ? rows * columns - 1 : (row + 1) * columns - 1
  return null
}
