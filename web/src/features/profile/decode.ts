import { withoutEnd } from '@muster/contract/without-end'

/** The XML of a copied build; or why it cannot be read. */
export type Decoded = { readonly ok: true; readonly xml: string } | { readonly ok: false; readonly reason: Unreadable }
export type Unreadable = 'too_large' | 'not_a_build'

/** Both are many times the size of a real build; larger texts are refused. */
const longestText = 256 * 1024
const maxBytes = 8 * 1024 * 1024

function readBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const letters = atob(withoutEnd(text.replaceAll('-', '+').replaceAll('_', '/'), '='))
    return Uint8Array.from(letters, (letter) => letter.charCodeAt(0))
  } catch {
    return null
  }
}

async function inflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array | 'too_large'> {
  const stream = new DecompressionStream('deflate')
  const writer = stream.writable.getWriter()
  // A failed write also fails the read below, which reports it.
  writer.write(bytes).catch(() => {})
  writer.close().catch(() => {})
  const reader = stream.readable.getReader()
  const parts: Uint8Array[] = []
  let length = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    length += value.length
    if (length > maxBytes) {
      await reader.cancel()
      return 'too_large'
    }
    parts.push(value)
  }
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Base64 in either alphabet, with or without padding and line breaks, over a zlib stream, over XML. Never throws. */
export async function decodeBuild(text: string): Promise<Decoded> {
  if (text.length > longestText) return { ok: false, reason: 'too_large' }
  const bytes = readBase64(text.replaceAll(/\s+/g, ''))
  if (bytes === null || bytes.length === 0) return { ok: false, reason: 'not_a_build' }
  try {
    const inflated = await inflate(bytes)
    if (inflated === 'too_large') return { ok: false, reason: 'too_large' }
    return { ok: true, xml: new TextDecoder().decode(inflated) }
  } catch {
    return { ok: false, reason: 'not_a_build' }
  }
}
