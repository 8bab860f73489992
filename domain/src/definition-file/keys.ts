import { fileKeyLength as keyLength, fileKeyPattern } from '@muster/contract/body'

export const isKey = (text: string): boolean => text.length <= keyLength && fileKeyPattern.test(text)

/** A name as a key: `Mageblood, Heavy Belt` is `mageblood-heavy-belt`. `spare` where no letter or digit is left. */
export function toKey(name: string, spare: string): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f'’]/g, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
  return plain.slice(0, keyLength).replaceAll(/^-|-$/g, '') || spare
}

/**
 * A key for a name that nothing has yet. Where the name's own is taken, the key of what is above it is put before it, and
 * then a number behind it.
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
