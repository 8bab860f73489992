const day_ms = 86_400_000
/** More bars could not be told apart. */
const most = 60

/** All days from the first to the last, including empty ones; the newest sixty. Days as "2026-11-21". */
export function listDays(counted: readonly { readonly day: string; readonly count: number }[]): { day: string; count: number }[] {
  const counts = new Map(counted.map(({ day, count }) => [day, count]))
  const [first, last] = [counted[0], counted.at(-1)]
  if (!first || !last) return []
  const end = Date.parse(last.day)
  const begin = Math.max(Date.parse(first.day), end - (most - 1) * day_ms)
  return Array.from({ length: Math.round((end - begin) / day_ms) + 1 }, (_, index) => {
    const day = new Date(begin + index * day_ms).toISOString().slice(0, 10)
    return { day, count: counts.get(day) ?? 0 }
  })
}
