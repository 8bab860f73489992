/** A build in stored form, for tests. */
export async function encodeBuild(xml: string): Promise<string> {
  const stream = new CompressionStream('deflate')
  const writer = stream.writable.getWriter()
  const written = [writer.write(new TextEncoder().encode(xml)), writer.close()]
  const reader = stream.readable.getReader()
  let letters = ''
  for (let part = await reader.read(); !part.done; part = await reader.read())
    for (const byte of part.value) letters += String.fromCharCode(byte)
  await Promise.all(written)
  return btoa(letters).replaceAll('+', '-').replaceAll('/', '_')
}
