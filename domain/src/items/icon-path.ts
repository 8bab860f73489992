/**
 * The art path inside an icon's address, for example `2DItems/Rings/Ring3`. Two forms are in use: `…/image/Art/<path>.png` and
 * `…/gen/image/<base64 of [size, n, {"f": path, …}]>/<hash>/<Name>.png`. "" for any other address.
 */
export function readArtPath(icon: string): string {
  const [address = ''] = icon.split('?', 1)
  const [, rest] = address.split('/gen/image/', 2)
  const generated = rest?.split('/').slice(0, -2).join('/') ?? ''
  if (/^[\w+/=-]+$/.test(generated)) return /"f":"([^"]+)"/.exec(decodeAscii(generated))?.[1]?.replaceAll('\\/', '/') ?? ''
  return /\/image\/(?:Art\/)?(.+?)(?:\.\w+)?$/s.exec(address)?.[1] ?? ''
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** Decodes base64 (either alphabet) byte by byte, because art paths are ASCII. Stops at the first other character. */
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

/** The folders in that path, the outermost first. */
export const readArtFolders = (icon: string): readonly string[] => readArtPath(icon).split('/').slice(0, -1)
