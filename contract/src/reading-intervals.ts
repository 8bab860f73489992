/** A setting of an event: how often one source is read. Default and bounds in seconds of event time. */
interface IntervalRow {
  readonly default: number
  readonly least: number
  readonly most: number
  readonly label: string
  readonly help: string
}

/**
 * How often the jobs of an event read the game, unless the event says otherwise. The limits of the game hold for any value: requests
 * that exceed them wait, and a shorter interval then changes nothing.
 */
export const readingIntervals = {
  read_playing_seconds: {
    default: 300,
    least: 60,
    most: 3600,
    label: 'Character of a player who plays',
    help: 'Level, equipment and passives after the player was seen in play.',
  },
  read_climbing_seconds: {
    default: 180,
    least: 60,
    most: 3600,
    label: 'Character that can soon earn personal points',
    help: 'From level 28 until its ascendancy and pantheon are complete.',
  },
  read_idle_seconds: {
    default: 1200,
    least: 120,
    most: 7200,
    label: 'Character of a player who does not play',
    help: 'The ladder shows when the player is back, and the character is then read at once.',
  },
  read_ladder_seconds: {
    default: 60,
    least: 60,
    most: 3600,
    label: 'Ladder of the game',
    help: 'The game sends it from a cache; how often that is renewed is not documented.',
  },
  read_changed_tab_seconds: {
    default: 60,
    least: 20,
    most: 3600,
    label: 'Guild tab that has just changed',
    help: 'For four minutes after a change.',
  },
  read_tab_seconds: { default: 120, least: 20, most: 3600, label: 'Other guild tab', help: 'A tab without recent changes.' },
  read_priority_tab_seconds: {
    default: 20,
    least: 5,
    most: 3600,
    label: 'Guild tab with priority',
    help: 'Leads choose at most four tabs for each team.',
  },
  read_tab_access_seconds: {
    default: 1800,
    least: 300,
    most: 21_600,
    label: 'Who can see which guild tab',
    help: 'The list of tabs of each member.',
  },
} as const satisfies Record<string, IntervalRow>

export type ReadingInterval = keyof typeof readingIntervals
/** The settings of an event; null: the default. */
export type ReadingIntervals = Readonly<Record<ReadingInterval, number | null>>

/** An interval of an event in milliseconds of event time. */
export const readInterval_ms = <N extends ReadingInterval>(event: Pick<ReadingIntervals, N>, name: N): number =>
  (event[name] ?? readingIntervals[name].default) * 1000

/** The sentence beside a setting: meaning, bounds and default. */
export function describeInterval(name: ReadingInterval): string {
  const { help, least, most, default: usual } = readingIntervals[name]
  return `${help} Seconds, ${least} to ${most}; empty: ${usual}.`
}
