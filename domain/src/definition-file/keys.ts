import { fileKeyLength as keyLength, fileKeyPattern } from '@muster/contract/body'

export const isKey = (text: string): boolean => text.length <= keyLength && fileKeyPattern.test(text)

/** A name as a key: `Mageblood, Heavy Belt` becomes `mageblood-heavy-belt`. Returns `spare` if no letter or digit is left. */
export function toKey(name: string, spare: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return plain.slice(0, keyLength).replaceAll(/^-|-$/g, '') || spare
}

/**
 * An unused key for a name. If the name's own key is taken, the key of the parent is prepended, and then a number is appended.
 */
export function chooseKey(name: string, spare: string, above: string | null, taken: ReadonlySet<string>): string {
  const plain = toKey(name, spare)
  if (!taken.has(plain)) return plain
  const longer = above === null ? plain : toKey(`${above}-${plain}`, spare)
  if (!taken.has(longer)) return longer
  for (let number = 2; ; number++) {
    const ending = `-${number}`
    const numbered = `${longer.slice(0, keyLength - ending.length).replace(/-$/, '')}${ending}`
    if (!taken.has(numbered)) return numbered
  }
}
