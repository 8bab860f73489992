import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

// Picture files for tests, valid and hostile.

type Format = 'png' | 'jpeg' | 'webp' | 'gif' | 'tiff' | 'avif'

/** A single-colour picture in any format supported by the library. */
export const aPicture = (format: Format, width = 40, height = 30): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 200, g: 40, b: 40, alpha: 1 } } })
    .toFormat(format)
    .toBuffer()

/** An animation of frames of the same size; the first is red and the last is blue. */
export async function anAnimation(format: 'webp' | 'gif'): Promise<Buffer> {
  const [red, blue] = await Promise.all(
    ['#ff0000', '#0000ff'].map((background) =>
      sharp({ create: { width: 20, height: 20, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  )
  if (!red || !blue) throw new Error('two frames were drawn')
  return sharp([red, blue], { join: { animated: true } })
    .toFormat(format)
    .toBuffer()
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}

/**
 * A handmade PNG file: its header may claim any size, its data may be anything, and more chunks may follow. Greyscale, one byte
 * per pixel.
 */
export function aPng(width: number, height: number, data: Buffer, more: readonly (readonly [string, Buffer])[] = []): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 0, 0, 0, 0], 8)
  const chunks = [['IHDR', head] as const, ...more, ['IDAT', deflateSync(data)] as const, ['IEND', Buffer.alloc(0)] as const]
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    ...chunks.map(([type, bytes]) => pngChunk(type, bytes)),
  ])
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
/** Files of other types than PNG, JPEG and WebP. */
export const notPictures: readonly [string, () => Buffer | Promise<Buffer>][] = [
  ['a drawing that can contain scripts', () => Buffer.from(svg)],
  ['a drawing behind a declaration', () => Buffer.from(`<?xml version="1.0"?>\n${svg}`)],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a document', () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
  ['another picture format', () => aPicture('gif')],
  ['a moving picture', () => anAnimation('gif')],
  ['a large format that is rarely needed', () => aPicture('tiff')],
  ['a newer format', () => aPicture('avif')],
  ['raw pixels of the library itself', () => Buffer.concat([Buffer.from([0x08, 0xf2, 0xa6, 0xb6]), Buffer.alloc(100)])],
  ['noise', () => Buffer.from(Array.from({ length: 4096 }, (_, at) => (at * 73) % 251))],
  ['one byte', () => Buffer.from([0])],
]
