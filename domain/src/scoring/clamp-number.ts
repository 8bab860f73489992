/** Numbers stay whole and exact: they are capped at 2^53 - 1. */
export function clampNumber(value: number | bigint): number {
  if (value > Number.MAX_SAFE_INTEGER) return Number.MAX_SAFE_INTEGER
  if (value < -Number.MAX_SAFE_INTEGER) return -Number.MAX_SAFE_INTEGER
  return Number(value)
}
