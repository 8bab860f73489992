/** Colour arithmetic: sRGB hex, OKLab/OKLCH (Björn Ottosson's matrices) and WCAG contrast. All pure. */

export interface Oklch {
  /** 0 to 1. */
  readonly lightness: number
  readonly chroma: number
  /** Degrees. */
  readonly hue: number
}
type Triple = readonly [number, number, number]

const hexPattern = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i

/** Channels 0 to 1, or null for anything but `#rrggbb`. */
export function parseHex(text: string): Triple | null {
  const found = hexPattern.exec(text.trim())
  if (!found) return null
  const channel = (index: number) => Number.parseInt(found[index] ?? '0', 16) / 255
  return [channel(1), channel(2), channel(3)]
}

const maxCached = 2000

/** Colours are few and requested often: caches the results, and clears the cache before it grows large. */
export function remember<R>(compute: (colour: string) => R): (colour: string) => R {
  const known = new Map<string, R>()
  return (colour) => {
    const held = known.get(colour)
    if (held !== undefined) return held
    if (known.size >= maxCached) known.clear()
    const answer = compute(colour)
    known.set(colour, answer)
    return answer
  }
}

const toLinear = (c: number) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
const toGamma = (c: number) => (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055)

function toOklab([red, green, blue]: Triple): Triple {
  const [r, g, b] = [toLinear(red), toLinear(green), toLinear(blue)]
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Linear-light channels, before a screen's gamma. */
function fromOklab([lightness, a, b]: Triple): Triple {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** null for anything but `#rrggbb`. */
export function readOklch(hex: string): Oklch | null {
  const rgb = parseHex(hex)
  if (!rgb) return null
  const [lightness, a, b] = toOklab(rgb)
  return { lightness, chroma: Math.hypot(a, b), hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360 }
}

const channelsOf = ({ lightness, chroma, hue }: Oklch): Triple => {
  const angle = (hue * Math.PI) / 180
  return fromOklab([lightness, chroma * Math.cos(angle), chroma * Math.sin(angle)])
}
// The bounds are in linear light, too: gamma is most of the work, and usually only the displayable range is checked.
const least = -0.0005 / 12.92
const most = ((1.0005 + 0.055) / 1.055) ** 2.4
const isDisplayable = ([r, g, b]: Triple) => r >= least && r <= most && g >= least && g <= most && b >= least && b <= most

/** Hex of the colour; if a screen cannot show it, with the largest possible chroma. Lightness and hue are kept. */
export function writeHex(colour: Oklch): string {
  let rgb = channelsOf(colour)
  let [kept, refused] = [0, colour.chroma]
  if (!isDisplayable(rgb)) {
    // Finer than a screen's resolution.
    for (let step = 0; step < 14; step++) {
      const middle = (kept + refused) / 2
      if (isDisplayable(channelsOf({ ...colour, chroma: middle }))) kept = middle
      else refused = middle
    }
    rgb = channelsOf({ ...colour, chroma: kept })
  }
  return `#${rgb
    .map((c) =>
      Math.round(Math.min(1, Math.max(0, toGamma(c))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const measureLuminance = remember((hex) => {
  const [r, g, b] = parseHex(hex) ?? [0, 0, 0]
  return 0.2126 * toLinear(r) + 0.7152 * toLinear(g) + 0.0722 * toLinear(b)
})

const readOklab = remember((hex) => toOklab(parseHex(hex) ?? [0, 0, 0]))

/** WCAG 2 contrast ratio, 1 to 21. */
export function measureContrast(one: string, other: string): number {
  const [a, b] = [measureLuminance(one), measureLuminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Perceived distance: 100 times the distance in OKLab; 12 and less are easily confused. */
export function measureDistance(one: string, other: string): number {
  const [a, b] = [readOklab(one), readOklab(other)]
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
}
