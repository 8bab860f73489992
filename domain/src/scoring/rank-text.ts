/** English ordinal: 1st, 2nd, 3rd, 4th, 11th, 21st. */
export function nameOrdinal(number: number): string {
  const lastTwo = number % 100
  const last = lastTwo >= 11 && lastTwo <= 13 ? 0 : number % 10
  return `${number}${({ 1: 'st', 2: 'nd', 3: 'rd' } as Record<number, string>)[last] ?? 'th'}`
}

/** A rank as pages show it; 0 means unranked. */
export function nameRank(rank: number): string {
  return rank === 0 ? 'Unfinished' : `${nameOrdinal(rank)} place`
}
