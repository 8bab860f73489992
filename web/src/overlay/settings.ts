import type { OverlayKind } from '@muster/contract/broadcast'

/** A page of this program: an overlay, or the standings for other sites. */
export type Shown = OverlayKind | 'embed'

/** The size of each picture at 100 %, in pixels. */
export const sizes: Readonly<Record<OverlayKind, { readonly width: number; readonly height: number }>> = {
  strip: { width: 1920, height: 120 },
  ticker: { width: 1920, height: 56 },
  h2h: { width: 640, height: 180 },
  alert: { width: 560, height: 140 },
  countdown: { width: 420, height: 140 },
  objective: { width: 480, height: 260 },
  player: { width: 480, height: 260 },
}

/** Percent. A plate less than 88 % opaque would make team colours unreadable over snow. */
export const scales = { least: 75, most: 200 } as const
export const plates = { least: 88, usual: 92, most: 100 } as const

/** Everything that an address of this program says. */
export interface Settings {
  readonly shown: Shown
  readonly event: string
  readonly key: string
  readonly delay_seconds: number
  /** Ids; empty: all teams. */
  readonly team_ids: readonly number[]
  readonly scale_percent: number
  readonly plate_percent: number
  readonly moves: boolean
  /** The producer's page shows it: the overlay is not counted as used. */
  readonly is_preview: boolean
}

/** A whole number from an address, within bounds; otherwise the usual one. */
function readNumber(text: string | null, usual: number, least: number, most: number): number {
  if (text === null || !/^\d{1,6}$/.test(text)) return usual
  return Math.min(most, Math.max(least, Number(text)))
}

const isKind = (name: string): name is OverlayKind => Object.hasOwn(sizes, name)

/** The settings of an address; null if no page has it. */
export function readSettings(pathname: string, search: URLSearchParams): Settings | null {
  const [, folder, name = '', ...rest] = pathname.split('/')
  const shown = folder === 'embed' && name === '' ? 'embed' : folder === 'overlay' && isKind(name) ? name : null
  if (shown === null || rest.length > 0) return null
  const ids = (search.get('teams') ?? '').split(',').filter((text) => /^\d{1,10}$/.test(text))
  const event = search.get('event') ?? 'current'
  return {
    shown,
    event: /^(?:\d{1,10}|sandbox)$/.test(event) ? event : 'current',
    key: search.get('key') ?? '',
    delay_seconds: readNumber(search.get('delay'), 0, 0, 1800),
    team_ids: ids.slice(0, 50).map(Number),
    scale_percent: readNumber(search.get('scale'), 100, scales.least, scales.most),
    plate_percent: readNumber(search.get('plate'), plates.usual, plates.least, plates.most),
    moves: search.get('motion') !== '0',
    is_preview: search.get('preview') === '1',
  }
}

/** The address of an overlay, without settings that have their usual values. */
export function writeAddress(
  origin: string,
  { shown, event, key, ...given }: Pick<Settings, 'shown' | 'event' | 'key'> & Partial<Settings>,
): string {
  const address = new URL(shown === 'embed' ? '/embed' : `/overlay/${shown}`, origin)
  const set = (name: string, value: string | number | false | undefined) => {
    if (value !== false && value !== undefined && value !== '') address.searchParams.set(name, String(value))
  }
  set('event', event)
  set('key', key)
  set('delay', given.delay_seconds)
  set('teams', given.team_ids?.join(','))
  set('scale', given.scale_percent !== 100 && given.scale_percent)
  set('plate', given.plate_percent !== plates.usual && given.plate_percent)
  set('motion', given.moves === false && 0)
  set('preview', given.is_preview === true && 1)
  return address.href
}
