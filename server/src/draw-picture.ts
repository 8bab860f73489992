import type { Sharp } from 'sharp'
import { longestPictureSide } from '@muster/contract/pictures'
import { withoutEnd } from '@muster/contract/without-end'
import { Refusal, refuseField } from './refusal.ts'

/** Real time for one picture, in the library's own threads; the largest picture needs a tenth of this. */
const patience_seconds = 10
/** Each takes up to 64 MiB while it is decoded. */
const picturesAtOnce = 2
const taken = ['png', 'jpeg', 'webp']

let drawing = 0

const refuse = (problem: string) => refuseField('picture', problem)

/** Loaded with the first picture: most processes never need it. */
let loading: Promise<(bytes: Buffer) => Sharp> | null = null

async function loadLibrary() {
  const { default: sharp } = await import('sharp')
  // One thread for a picture: an upload must not slow down the scores.
  sharp.concurrency(1)
  sharp.cache(false)
  // Only these three decoders ever receive uploads.
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
  return (bytes: Buffer) =>
    sharp(bytes, { failOn: 'truncated', limitInputPixels: longestPictureSide ** 2, animated: false, sequentialRead: true })
}

/** The bytes of base64 text. Node skips invalid characters, which would hide a broken upload. */
function decode(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > 0 && withoutEnd(bytes.toString('base64'), '=') === withoutEnd(text, '=')) return bytes
  throw refuse('must be base64')
}

/** The form of a drawn picture. */
interface Drawing {
  /** The longest side, in pixels. */
  readonly side: number
  /** The quality of the WebP file, 1 to 100. */
  readonly quality: number
}

/**
 * Re-encodes a picture at display size: only the first image of the uploaded file survives, no metadata and no hidden content.
 * Size and type are read from its header before decoding.
 * @param picture a PNG, JPEG or WebP file as base64
 * @returns a WebP file
 * @throws Refusal invalid_request about `picture`; rate_limited while others are being read
 */
export async function drawPicture(picture: string, { side, quality }: Drawing): Promise<Buffer> {
  const file = decode(picture)
  if (drawing >= picturesAtOnce) throw new Refusal('rate_limited', 'Other pictures are being read right now, please try again')
  drawing += 1
  try {
    const open = await (loading ??= loadLibrary())
    const head = await open(file)
      .metadata()
      .catch(() => null)
    if (!head || !taken.includes(head.format)) throw refuse('must be a PNG, JPEG or WebP picture')
    if (Math.max(head.width, head.height) > longestPictureSide) {
      throw refuse(
        `must not be larger than ${longestPictureSide} × ${longestPictureSide} pixels; this one is ${head.width} × ${head.height}`,
      )
    }
    const drawn = open(file)
      .timeout({ seconds: patience_seconds })
      .autoOrient()
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality, alphaQuality: 100 })
    return await drawn.toBuffer().catch(() => {
      throw refuse('is damaged: it cannot be read to its end')
    })
  } finally {
    drawing -= 1
  }
}
