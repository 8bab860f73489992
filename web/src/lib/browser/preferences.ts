import { useStored } from '../store.ts'
import { storedValue } from './storage.ts'

export const themeChoices = ['system', 'light', 'dark'] as const
export type ThemeChoice = (typeof themeChoices)[number]

/** Ladder columns in the order of the table, with their default visibility. */
export const ladderColumns = {
  rank: true,
  account: false,
  character: true,
  team: true,
  ascendancy: true,
  level: true,
  dps: true,
  ehp: true,
  delve: false,
  armour: false,
  evasion: false,
  es: false,
  hp: false,
  mana: false,
  ele_max_hit: false,
  phys_max_hit: false,
  movement_speed: false,
  personal: false,
  pantheon: false,
  uber_lab: false,
  atlas: false,
} as const
export type LadderColumn = keyof typeof ladderColumns
export const ladderColumnNames = Object.keys(ladderColumns) as LadderColumn[]

/** Teams whose changes of points appear as messages. */
export const toastChoices = ['none', 'own', 'all'] as const
export type ToastChoice = (typeof toastChoices)[number]

export interface Preferences {
  readonly theme: ThemeChoice
  readonly uniqueSets: { readonly showCompleted: boolean; readonly showFirstAvailable: boolean }
  readonly ladder: Readonly<Record<LadderColumn, boolean>>
  /** 0 to show all teams. */
  readonly limitTeams: number
  /** Name of the time zone for display; empty for the device's. */
  readonly timeZone: string
  readonly toasts: ToastChoice
  /** Whether pictures of items are loaded from the game's image host. */
  readonly itemImages: boolean
  readonly version: number
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  uniqueSets: { showCompleted: true, showFirstAvailable: true },
  ladder: ladderColumns,
  limitTeams: 0,
  timeZone: '',
  toasts: 'none',
  itemImages: true,
  version: 0,
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
const flagOf = (value: unknown, otherwise: boolean) => (typeof value === 'boolean' ? value : otherwise)
const countOf = (value: unknown) => (Number.isInteger(value) && (value as number) >= 0 ? (value as number) : 0)

/** A time zone that this browser supports; others would break every time on the page. */
function zoneOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') return ''
  try {
    new Intl.DateTimeFormat('en', { timeZone: value }).format(0)
    return value
  } catch {
    return ''
  }
}

/** Missing or invalid fields get their default, so no stored value can break a page. */
export function parsePreferences(text: string | null): Preferences {
  let stored: Record<string, unknown>
  try {
    stored = recordOf(JSON.parse(text ?? '{}'))
  } catch {
    return defaultPreferences
  }
  const sets = recordOf(stored['uniqueSets'])
  // A stored object without a version is from a time when the columns had other meanings.
  const columns = stored['version'] === undefined ? {} : recordOf(stored['ladder'])
  const ladder = Object.fromEntries(ladderColumnNames.map((name) => [name, flagOf(columns[name], ladderColumns[name])]))
  return {
    theme: themeChoices.find((choice) => choice === stored['theme']) ?? defaultPreferences.theme,
    uniqueSets: {
      showCompleted: flagOf(sets['showCompleted'], true),
      showFirstAvailable: flagOf(sets['showFirstAvailable'], true),
    },
    ladder: ladder as Preferences['ladder'],
    limitTeams: countOf(stored['limitTeams']),
    timeZone: zoneOf(stored['timeZone']),
    toasts: toastChoices.find((choice) => choice === stored['toasts']) ?? defaultPreferences.toasts,
    itemImages: flagOf(stored['itemImages'], defaultPreferences.itemImages),
    version: countOf(stored['version']),
  }
}

const stored = storedValue('preferences', parsePreferences)

export const readPreferences = stored.get
export const listenPreferences = stored.listen
export const usePreferences = () => useStored(stored)

export const changePreferences = (change: Partial<Preferences>) =>
  void stored.set(JSON.stringify({ ...readPreferences(), ...change }))
