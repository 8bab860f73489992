import { storedValue } from '../../../lib/browser/storage.ts'

const maxKept = 100

/** Names that the player called their own. They stay in this browser; a name is sent only with an event of the character. */
const store = storedValue('gameLog.characters', (text): readonly string[] => {
  try {
    const names: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string').slice(0, maxKept) : []
  } catch {
    return []
  }
})

export const ownCharacters = {
  get: store.get,
  listen: store.listen,
  choose(name: string, isOwn: boolean): void {
    const others = store.get().filter((each) => each !== name)
    store.set(JSON.stringify(isOwn ? [name, ...others].slice(0, maxKept) : others))
  },
}
