import { buildCodeLength } from '@muster/contract/submissions'
import { withoutEnd } from '@muster/contract/without-end'

/** Largest XML of a build: many times that of a real one. */
export const largestXml_bytes = 8 * 1024 * 1024

/** Our bound: a build with a class and a level alone has a longer code. */
const shortestCode = 40
/** The first byte of a zlib stream and its four levels of compression (RFC 1950), in base64. */
const codeStart = /^e[AFJN][\w+/-]/
const codeLetters = /^[\w+/=-]+$/
/** Addresses of builds, and names of sites where players share them. */
const webAddress =
  /^(?:https?|pob2?):\/\/\S+$|^(?:www\.)?(?:pobb\.in|poe\.ninja|poe2\.ninja|pastebin\.com|maxroll\.gg|rentry\.co)\/\S+$/i

/** The code without the line breaks that mail and chat programs insert. */
export const trimCode = (text: string): string => text.replaceAll(/\s+/g, '')

/** A Path of Building code, the address of a build, or any other text such as items. */
export function recogniseBuild(text: string): 'code' | 'link' | null {
  const shown = text.trim()
  if (webAddress.test(shown)) return 'link'
  const code = trimCode(shown)
  return code.length >= shortestCode && codeStart.test(code) && codeLetters.test(code) ? 'code' : null
}

/** Why a code cannot be unpacked. */
export type CodeObstacle = 'too_large' | 'not_a_build'

/**
 * The code in the plain alphabet of base64, without padding; or why it cannot be a build. Accepts both alphabets (the program
 * writes `-` and `_`: ImportTab.lua), and codes with line breaks.
 */
export function toBase64(
  text: string,
): { readonly ok: true; readonly base64: string } | { readonly ok: false; readonly reason: CodeObstacle } {
  if (text.length > buildCodeLength) return { ok: false, reason: 'too_large' }
  const base64 = withoutEnd(trimCode(text).replaceAll('-', '+').replaceAll('_', '/'), '=')
  return /^[A-Za-z0-9+/]+$/.test(base64) ? { ok: true, base64 } : { ok: false, reason: 'not_a_build' }
}
