import { inflateSync } from 'node:zlib'

/** A decoded picture; red, green, blue and opacity of each pixel, from 0 to 255. */
export interface Picture {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** The predictor of a filtered row (PNG specification, 9.4). */
function paeth(left: number, above: number, corner: number): number {
  const guess = left + above - corner
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - above), Math.abs(guess - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}

/** Reads a screenshot: 8 bits a channel, not interlaced. */
export function readPng(file: Buffer): Picture {
  const parts: Buffer[] = []
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const channels = file[25] === 6 ? 4 : 3
  const stride = width * channels
  const rows = inflateSync(Buffer.concat(parts))
  const data = new Uint8Array(width * height * 4).fill(255)
  let before = new Uint8Array(stride)
  for (let y = 0; y < height; y++) {
    const filter = rows[y * (stride + 1)]
    const row = new Uint8Array(rows.subarray(y * (stride + 1) + 1, (y + 1) * (stride + 1)))
    for (let x = 0; x < stride; x++) {
      const left = row[x - channels] ?? 0
      const above = before[x] ?? 0
      const corner = before[x - channels] ?? 0
      const guesses = [0, left, above, (left + above) >> 1, filter === 4 ? paeth(left, above, corner) : 0]
      row[x] = (row[x] ?? 0) + (guesses[filter ?? 0] ?? 0)
    }
    for (let x = 0; x < width; x++) data.set(row.subarray(x * channels, (x + 1) * channels), (y * width + x) * 4)
    before = row
  }
  return { width, height, data }
}

/** A rectangle in pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** The colours in an area, most frequent first. */
export function listColours({ width, height, data }: Picture, area: Area): [red: number, green: number, blue: number][] {
  const counts = new Map<number, number>()
  const [right, bottom] = [Math.min(width, Math.floor(area.x + area.width)), Math.min(height, Math.floor(area.y + area.height))]
  for (let y = Math.max(0, Math.ceil(area.y)); y < bottom; y++) {
    for (let x = Math.max(0, Math.ceil(area.x)); x < right; x++) {
      const at = (y * width + x) * 4
      const colour = ((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0)
      counts.set(colour, (counts.get(colour) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => [colour >> 16, (colour >> 8) & 255, colour & 255])
}

/** Relative luminance (WCAG 2.2). */
function measureLuminance(colour: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of a text as drawn, between the most frequent colour in its area and the colour farthest from it. */
export function measureTextContrast(picture: Picture, area: Area): number {
  const [ground, ...others] = listColours(picture, area).map(measureLuminance)
  if (ground === undefined) return Number.NaN
  const ratios = others.map((other) => (Math.max(other, ground) + 0.05) / (Math.min(other, ground) + 0.05))
  return Math.max(1, ...ratios)
}
