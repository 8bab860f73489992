/** Values from outside are whole numbers; a value that is not a number counts as 0. */
export const readWhole = (value: number): number => (Number.isFinite(value) ? Math.trunc(value) : 0)
