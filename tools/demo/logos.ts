import { crc32, deflateSync } from 'node:zlib'

// Logos of the demo's teams, drawn here point by point: each is a shape on a disc.

const side = 192
/** Samples in each direction, for smooth edges. */
const samples = 3

type Colour = readonly [red: number, green: number, blue: number]
/** The colour at a point, both numbers from -1 to 1; null: empty. */
type Drawing = (x: number, y: number) => Colour | null

const mix = (a: Colour, b: Colour, share: number): Colour =>
  [0, 1, 2].map((at) => (a[at] ?? 0) * (1 - share) + (b[at] ?? 0) * share) as unknown as Colour
const isIn = (x: number, y: number, cx: number, cy: number, r: number) => (x - cx) ** 2 + (y - cy) ** 2 < r * r

const onDisc =
  (ground: Colour, sign: Drawing): Drawing =>
  (x, y) => {
    if (!isIn(x, y, 0, 0, 0.97)) return null
    if (!isIn(x, y, 0, 0, 0.88)) return mix(ground, [255, 255, 255], 0.35)
    return sign(x, y) ?? mix(ground, [0, 0, 0], 0.25 + 0.25 * y)
  }

/** A flame in its glass, with rays. */
const lantern: Drawing = (x, y) => {
  if (isIn(x, y, 0, 0.02, 0.12 + 0.1 * Math.max(0, 0.3 - y))) return [255, 246, 214]
  if (Math.abs(x) < 0.3 && Math.abs(y) < 0.42) return Math.abs(x) > 0.24 || Math.abs(y) > 0.36 ? [58, 42, 10] : [255, 214, 92]
  if (Math.abs(x) < 0.14 && y < -0.4 && y > -0.56) return [58, 42, 10]
  const ray = Math.abs(Math.sin(6 * Math.atan2(y, x)))
  return Math.hypot(x, y) > 0.56 && ray > 0.9 ? [255, 232, 150] : null
}

/** A stone above a mound. */
const grave: Drawing = (x, y) => {
  if (Math.abs(x) < 0.06 && y > -0.5 && y < 0.02) return [20, 60, 42]
  if (Math.abs(x) < 0.2 && Math.abs(y + 0.28) < 0.06) return [20, 60, 42]
  if ((Math.abs(x) < 0.34 && y > -0.35 && y < 0.45) || isIn(x, y, 0, -0.35, 0.34)) return [226, 236, 228]
  return y > 0.42 + 0.12 * x * x ? [16, 70, 46] : null
}

/** Three waves, one above the other. */
const waves: Drawing = (x, y) => {
  for (const [at, colour] of (
    [
      [0.45, [232, 244, 255]],
      [0.12, [150, 200, 255]],
      [-0.2, [70, 140, 240]],
    ] as const
  ).entries()) {
    const crest = colour[0] + 0.1 * Math.sin(x * 7 + at * 2)
    if (y > crest && y < crest + 0.17) return colour[1]
  }
  return null
}

/** A crescent and three stars. */
const night: Drawing = (x, y) => {
  if (isIn(x, y, -0.1, 0, 0.6) && !isIn(x, y, 0.18, -0.1, 0.5)) return [238, 226, 255]
  const stars = [
    [0.3, -0.3, 0.09],
    [0.46, 0.12, 0.07],
    [0.18, 0.2, 0.06],
  ] as const
  return stars.some(([cx, cy, r]) => Math.sqrt(Math.abs(x - cx)) + Math.sqrt(Math.abs(y - cy)) < Math.sqrt(r * 2))
    ? [255, 236, 170]
    : null
}

const drawings: readonly Drawing[] = [
  onDisc([176, 122, 20], lantern),
  onDisc([26, 110, 72], grave),
  onDisc([24, 52, 122], waves),
  onDisc([66, 30, 110], night),
]

/** Four bytes for every point: red, green, blue, opacity. */
function paint(drawing: Drawing): Buffer {
  const rows: Buffer[] = []
  for (let row = 0; row < side; row++) {
    const line = Buffer.alloc(1 + side * 4)
    for (let column = 0; column < side; column++) {
      const found: Colour[] = []
      for (let part = 0; part < samples * samples; part++) {
        const at = (place: number, within: number) => ((place + (within + 0.5) / samples) / side) * 2 - 1
        const colour = drawing(at(column, part % samples), at(row, Math.floor(part / samples)))
        if (colour) found.push(colour)
      }
      if (found.length === 0) continue
      const mean = [0, 1, 2].map((at) => found.reduce((sum, colour) => sum + (colour[at] ?? 0), 0) / found.length)
      line.set([...mean.map(Math.round), Math.round((255 * found.length) / samples ** 2)], 1 + column * 4)
    }
    rows.push(line)
  }
  return Buffer.concat(rows)
}

function writeChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** The logo of a team by its number, as PNG; null: none. */
export function drawLogo(team: number): Buffer | null {
  const drawing = drawings[team]
  if (!drawing) return null
  const head = Buffer.alloc(13)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  // Eight bits for each of red, green, blue and opacity.
  head.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const chunks = [writeChunk('IHDR', head), writeChunk('IDAT', deflateSync(paint(drawing))), writeChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([signature, ...chunks])
}
