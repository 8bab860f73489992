import { longestRemembered, mixIn, spread } from './text-memo.ts'

/**
 * The art path inside an icon's address, for example `2DItems/Rings/Ring3`. Two forms are in use: `…/image/Art/<path>.png`
 * and `…/gen/image/<base64 of [size, n, {"f": path, …}]>/<hash>/<Name>.png`. "" when the address has neither.
 */
export function readArtPath(icon: string): string {
  const [address = ''] = icon.split('?', 1)
  const [, rest] = address.split('/gen/image/', 2)
  const generated = rest?.split('/').slice(0, -2).join('/') ?? ''
  if (/^[\w+/=-]+$/.test(generated)) return /"f":"([^"]+)"/.exec(decodeAscii(generated))?.[1]?.replaceAll('\\/', '/') ?? ''
  return /\/image\/(?:Art\/)?(.+?)(?:\.\w+)?$/s.exec(address)?.[1] ?? ''
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Base64 (either alphabet) to text, byte by byte: art paths are ASCII. Stops at the first foreign character. */
function decodeAscii(encoded: string): string {
  let text = ''
  let bits = 0
  let held = 0
  for (const character of encoded.replaceAll('-', '+').replaceAll('_', '/')) {
    const value = alphabet.indexOf(character)
    if (value < 0) break
    bits = ((bits << 6) | value) & 0xffff
    held += 6
    if (held >= 8) {
      held -= 8
      text += String.fromCharCode((bits >> held) & 0xff)
    }
  }
  return text
}

/** The folders in that path, from the outermost. */
export const readArtFolders = (icon: string): readonly string[] => readArtPath(icon).split('/').slice(0, -1)

/** An address up to the name of its picture, when that alone decides the folders; otherwise null. */
function readFolderAddress(icon: string): string | null {
  const [address = ''] = icon.split('?', 1)
  const folder = address.slice(0, address.lastIndexOf('/') + 1)
  return /\/image\/(?!Art\/$)./s.test(folder) && !folder.includes('/gen/image/') ? folder : null
}

/** Each folder has two: it comes into the first, and whoever stood there moves into the second. */
const slots = 1_024
/** There are some two hundred. */
const foldersRemembered = 1_000

/** In which characters the addresses of folders differ; any others would do. */
function sketchFolder(icon: string): number {
  if (icon.length < 72) return 0
  const folder = mixIn(mixIn(mixIn(icon.charCodeAt(41), icon.charCodeAt(49)), icon.charCodeAt(50)), icon.charCodeAt(52))
  return spread(mixIn(mixIn(folder, icon.charCodeAt(64)), icon.charCodeAt(71))) & (slots - 2)
}

/** Whether a picture lies directly in a folder. What follows a question mark is no part of the path. */
function liesIn(icon: string, folder: string): boolean {
  // The engine's `startsWith` takes longer: it compares character by character.
  if (icon.indexOf(folder) !== 0) return false
  const next = icon.indexOf('/', folder.length)
  return next === -1 || icon.lastIndexOf('?', next) >= folder.length
}

/**
 * Remembers what follows from the folders of pictures, by the beginnings of their addresses: there are thousands of pictures, but so few
 * folders that all of them stay in the processor's cache.
 */
export function createFolderMemo<Answer>(create: (folders: readonly string[]) => Answer): (icon: string) => Answer {
  const nowhere = { address: '', answer: create([]) }
  const folders = new Map([[nowhere.address, nowhere]])
  const latest = Array.from({ length: slots }, () => nowhere)

  function recall(icon: string): Answer {
    const address = readFolderAddress(icon)
    const known = address === null ? undefined : folders.get(address)
    const folder = known ?? { address: address ?? '', answer: create(readArtFolders(icon)) }
    if (address === null || icon.length > longestRemembered) return folder.answer
    if (known === undefined && folders.size >= foldersRemembered) return folder.answer
    folders.set(address, folder)
    const slot = sketchFolder(icon)
    latest[slot + 1] = latest[slot] as typeof nowhere
    latest[slot] = folder
    return folder.answer
  }

  return (icon) => {
    const slot = sketchFolder(icon)
    const first = latest[slot] as typeof nowhere
    if (liesIn(icon, first.address)) return first.answer
    const second = latest[slot + 1] as typeof nowhere
    return liesIn(icon, second.address) ? second.answer : recall(icon)
  }
}
