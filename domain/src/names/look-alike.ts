import { bareName } from '@muster/contract/names'
import unhomoglyph from 'unhomoglyph'

/** Unicode's skeleton. Some letters are confused with a capital letter, and a capital `I` with an `l`. */
const skeletonOf = (text: string): string => unhomoglyph(text).toLowerCase().normalize('NFKC').replaceAll('i', 'l')

/**
 * How a name looks in small and in capital letters: some letters are taken for each other in one of them only. Two names are taken for
 * each other when they share a look.
 */
export function looksOf(name: string): readonly [string, string] {
  const capitals = bareName(name).toUpperCase()
  return [skeletonOf(capitals.toLowerCase()), skeletonOf(capitals)]
}

/** Names that are in use. */
export interface NamesInUse {
  /** Whether people would take this name for one of them. */
  includes(name: string): boolean
}

export function collectNames(names: Iterable<string>): NamesInUse {
  const looks = new Set<string>()
  for (const name of names) for (const look of looksOf(name)) looks.add(look)
  return { includes: (name) => looksOf(name).some((look) => looks.has(look)) }
}

/** The words of a refusal, after the name of the field. */
export const takenProblem = 'is already taken, or looks like another name'
