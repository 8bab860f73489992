/** A setting of an event: how often one source is read. Default and bounds in seconds of event time. */
interface IntervalRow {
  readonly default: number
  readonly least: number
  readonly most: number
  readonly label: string
  readonly help: string
}

/**
 * How often the jobs of an event read the game, unless the event says otherwise. The game’s limits apply to any value: requests
 * that exceed them wait, and a shorter interval then changes nothing.
 *
 * The least values stay within limits that public clients recorded in 2026: each account may ask for 5 lists and 30 characters in five
 * minutes, each address for two pages of the public stream a second (`public-stash-tabs-request-limit-pc`, 2:1:60). The limits of guild
 * tabs and of the atlas are not documented; the values assume the limits of personal tabs and characters. The greatest values are our choice.
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
  read_list_seconds: {
    default: 3600,
    least: 90,
    most: 21_600,
    label: 'List of characters',
    help: 'Finds renamed and further characters of a player; the ladder shows most of them sooner.',
  },
  read_first_list_seconds: {
    default: 600,
    least: 90,
    most: 3600,
    label: 'List of characters of a player who has none yet',
    help: 'Finds the first character in the league.',
  },
  read_atlas_seconds: {
    default: 300,
    least: 60,
    most: 3600,
    label: 'Atlas of a player who plays',
    help: 'Until it has 100 nodes.',
  },
  read_grown_atlas_seconds: {
    default: 900,
    least: 60,
    most: 7200,
    label: 'Atlas of a player who plays, with 100 nodes or more',
    help: 'Twice as long at level 100, where experience no longer shows who plays.',
  },
  read_idle_atlas_seconds: {
    default: 7200,
    least: 300,
    most: 21_600,
    label: 'Atlas of a player who does not play',
    help: 'A player who returns is read at once.',
  },
  read_stream_seconds: {
    default: 0,
    least: 0,
    most: 60,
    label: 'Public stash tabs',
    help: 'Pause after the newest page of the game’s stream. 0: as fast as the game allows, two pages a second for all events of a server.',
  },
  calculate_build_seconds: {
    default: 300,
    least: 60,
    most: 7200,
    label: 'Stats of a build that changes',
    help: 'Time between two calculations for one character; Path of Building is asked, not the game.',
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
