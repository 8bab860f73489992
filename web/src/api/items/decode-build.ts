import { type CodeObstacle, largestXml_bytes, toBase64 } from '@muster/domain/build-codes/build-code'

/** The XML of a copied build; or why it cannot be read. */
export type Decoded = { readonly ok: true; readonly xml: string } | { readonly ok: false; readonly reason: CodeObstacle }

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
    if (length > largestXml_bytes) {
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
  const code = toBase64(text)
  if (!code.ok) return code
  try {
    const letters = atob(code.base64)
    const inflated = await inflate(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)))
    if (inflated === 'too_large') return { ok: false, reason: 'too_large' }
    return { ok: true, xml: new TextDecoder().decode(inflated) }
  } catch {
    return { ok: false, reason: 'not_a_build' }
  }
}
