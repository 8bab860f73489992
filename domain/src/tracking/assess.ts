import type { GameVersion } from '@muster/contract/events'
import type { TrackingFinding, TrackingNote, TrackingSource, TrackingState } from '@muster/contract/tracking'
import { listAscendancies } from '../builds/game-classes.ts'
import { games } from '../events/games.ts'

/** The stored state of all sources about a player. Times in milliseconds on the event clock. */
export interface TrackedPlayer {
  /** null: no game account. */
  readonly connection: {
    /** Why it no longer works. */
    readonly is_broken: boolean
    /** The answer to a renewal was lost: the connection works until it ends and cannot be renewed. */
    readonly is_renewal_lost: boolean
    readonly can_renew: boolean
    readonly ends_at: number | null
    readonly scopes: readonly string[]
  } | null
  readonly character: { readonly ascendancy: string; readonly seen_at: number | null } | null
  /** The results of reading the characters; null: never read. */
  readonly poll: { readonly failures_in_a_row: number; readonly is_missing: boolean } | null
  readonly tabs: { readonly listed: number; readonly hidden: number; readonly seen_at: number | null }
  /** null: the list of guild tabs was never read. */
  readonly guild: { readonly visible: number; readonly failures_in_a_row: number; readonly checked_at: number | null } | null
  readonly is_on_ladder: boolean
}

/** A note with its time in milliseconds. */
export type Assessment = Omit<TrackingNote, 'seen_at'> & { readonly seen_at: number | null }

/** Facts that are the same for all players of a team or an event. */
export interface TrackingScene {
  readonly now: number
  /** Whether this server has a client of the game's API. */
  readonly reads_game: boolean
  readonly game_version: GameVersion
  readonly allowed_classes: readonly string[]
  /** The team has registered a guild, so that its tabs count. */
  readonly has_guild: boolean
  /** Whether a job fetches each source. */
  readonly is_fetched: Readonly<Record<'character' | 'public_tabs' | 'guild_tabs', boolean>>
  /** Whether the game does not respond for each source. */
  readonly is_away: TrackingScene['is_fetched']
  /** The ladder of the event has entries. */
  readonly has_ladder: boolean
  /** Ascendancy points count in this event, but the passive tree that they depend on is missing. */
  readonly misses_tree: boolean
}

const day_ms = 24 * 60 * 60_000
/** Number of failures in a row after which a problem is reported. */
const hiccups = 3
const scopes = { characters: 'account:characters', guild: 'account:guild:stashes' } as const

interface Says {
  readonly state: TrackingState
  readonly message: string
  readonly advice: string
}

/** Findings that players cannot resolve. */
export const isForOrganisers = (finding: TrackingFinding): boolean => finding === 'not_fetched' || finding === 'tree_missing'

/** The texts of every finding, in one place, so that pages, chat and log say the same. */
const words: Readonly<Record<TrackingFinding, Says>> = {
  not_set_up: {
    state: 'waiting',
    message: 'This server has no client of the game’s API, so nothing is read.',
    advice: 'Report what you did under Submissions, with proof.',
  },
  fine: { state: 'fine', message: 'Everything available is being read.', advice: '' },
  not_connected: {
    state: 'broken',
    message: 'No game account is connected, so nothing can be tracked for this player.',
    advice: 'Log in with Path of Exile.',
  },
  consent_ended: {
    state: 'broken',
    message: 'The connection to the game account has expired.',
    advice: 'Log in with Path of Exile again.',
  },
  renewal_lost: {
    state: 'attention',
    message: 'The connection still works, but could not be renewed and will expire.',
    advice: 'Log in with Path of Exile again before then.',
  },
  ends_soon: {
    state: 'attention',
    message: 'The connection expires within a day and cannot be renewed automatically.',
    advice: 'Log in with Path of Exile again.',
  },
  characters_not_granted: {
    state: 'broken',
    message: 'The game account is connected without permission to read characters.',
    advice: 'Log in with Path of Exile again and allow characters.',
  },
  not_fetched: {
    state: 'attention',
    message: 'This is not being fetched right now.',
    advice: 'Organisers: start the job. Players need to do nothing.',
  },
  game_away: {
    state: 'waiting',
    message: 'The game is not responding. Muster keeps asking, and reads everyone at once when it is back.',
    advice: '',
  },
  not_looked_yet: { state: 'waiting', message: 'Not checked yet; this happens within minutes.', advice: '' },
  no_answer: {
    state: 'attention',
    message: 'The game failed to respond several times in a row; Muster keeps trying.',
    advice: '',
  },
  character_gone: {
    state: 'attention',
    message: 'The character cannot be found: it was renamed, deleted, or moved to another league.',
    advice: 'Keep playing in the event’s league; a renamed character is found automatically.',
  },
  no_character: {
    state: 'attention',
    message: 'The account has no character in the event’s league.',
    advice: 'Create one in the league named after the event.',
  },
  wrong_class: {
    state: 'attention',
    message: 'The character’s class is not one of the team’s classes.',
    advice: 'Ask your team lead whether this is intended.',
  },
  tree_missing: {
    state: 'attention',
    message: 'Ascendancy points are not counted, because no passive tree has been imported.',
    advice: 'Organisers: import the game’s tree export. Players need to do nothing.',
  },
  no_public_tab: {
    state: 'attention',
    message: 'No public stash tab was seen in the event’s league, so items cannot be found.',
    advice: 'Make a premium tab public and put something into it.',
  },
  tabs_hidden: {
    state: 'attention',
    message: 'All stash tabs that were public are hidden now.',
    advice: 'Make them public again; items in hidden tabs do not count.',
  },
  guild_not_granted: {
    state: 'attention',
    message: 'The game account is connected without permission to read guild tabs.',
    advice: 'Log in with Path of Exile again and allow guild stashes.',
  },
  no_guild_tab: {
    state: 'attention',
    message: 'This player cannot see any of the team’s guild tabs.',
    advice: 'Join the guild, or ask for a rank that can see its tabs.',
  },
  not_on_ladder: {
    state: 'waiting',
    message: 'The character is not on the league’s ladder, so its delve depth is unknown.',
    advice: 'A private profile hides it; otherwise it appears after a few levels.',
  },
}

/** The connection decides for everything that is read with it. */
function assessConnection({ connection }: TrackedPlayer, now: number): TrackingFinding {
  if (connection === null) return 'not_connected'
  const { is_broken, is_renewal_lost, can_renew, ends_at } = connection
  const isOver = ends_at !== null && ends_at <= now
  if ((is_broken || !can_renew) && isOver) return 'consent_ended'
  if (is_broken && ends_at === null) return 'consent_ended'
  if (is_renewal_lost) return 'renewal_lost'
  if ((is_broken || !can_renew) && ends_at !== null && ends_at - now < day_ms) return 'ends_soon'
  return 'fine'
}

function assessCharacter(player: TrackedPlayer, scene: TrackingScene): TrackingFinding {
  const { connection, poll, character } = player
  if (connection !== null && !connection.scopes.includes(scopes.characters)) return 'characters_not_granted'
  if (!scene.is_fetched.character) return 'not_fetched'
  if (scene.is_away.character) return 'game_away'
  if (poll === null) return 'not_looked_yet'
  if (poll.is_missing) return 'character_gone'
  if (poll.failures_in_a_row >= hiccups) return 'no_answer'
  if (character === null) return 'no_character'
  if (!mayPlay(character.ascendancy, scene)) return 'wrong_class'
  // Before the ascendancy there are no points.
  return scene.misses_tree && listAscendancies(scene.game_version, character.ascendancy).length === 0 ? 'tree_missing' : 'fine'
}

/** A class that has not ascended yet may become any of its ascendancies. */
function mayPlay(name: string, { game_version, allowed_classes }: TrackingScene): boolean {
  const allowed = new Set(allowed_classes.map((one) => one.toLowerCase()))
  return allowed.size === 0 || [name, ...listAscendancies(game_version, name)].some((one) => allowed.has(one.toLowerCase()))
}

function assessTabs({ tabs }: TrackedPlayer, scene: TrackingScene): TrackingFinding {
  if (!scene.is_fetched.public_tabs) return 'not_fetched'
  if (scene.is_away.public_tabs) return 'game_away'
  if (tabs.listed > 0) return 'fine'
  return tabs.hidden > 0 ? 'tabs_hidden' : 'no_public_tab'
}

function assessGuild({ connection, guild }: TrackedPlayer, scene: TrackingScene): TrackingFinding {
  // Without a guild of the team there are no tabs to see.
  if (!scene.has_guild) return 'fine'
  if (connection !== null && !connection.scopes.includes(scopes.guild)) return 'guild_not_granted'
  if (!scene.is_fetched.guild_tabs) return 'not_fetched'
  if (scene.is_away.guild_tabs) return 'game_away'
  if (guild === null) return 'not_looked_yet'
  if (guild.checked_at === null) return guild.failures_in_a_row >= hiccups ? 'no_answer' : 'not_looked_yet'
  return guild.visible > 0 ? 'fine' : 'no_guild_tab'
}

/** Delve depth comes from the ladder alone; everything else that counts comes from the character. */
const assessLadder = ({ is_on_ladder, character }: TrackedPlayer, scene: TrackingScene): TrackingFinding =>
  is_on_ladder || character === null || !scene.has_ladder || !games[scene.game_version].delve ? 'fine' : 'not_on_ladder'

/**
 * A note for every source of the game, in the order of the contract's list. A broken connection is reported once, at the
 * connection; sources that depend on it only wait.
 */
export function assessTracking(player: TrackedPlayer, scene: TrackingScene): Assessment[] {
  if (!scene.reads_game) return [{ source: 'connection', finding: 'not_set_up', ...words.not_set_up, seen_at: null }]
  const connection = assessConnection(player, scene.now)
  const isCut = words[connection].state === 'broken'
  const behind = (finding: () => TrackingFinding): TrackingFinding => (isCut ? connection : finding())
  const { stash_stream, guild_tabs } = games[scene.game_version]
  const notes: readonly [TrackingSource, TrackingFinding, number | null][] = [
    ['connection', connection, null],
    ['character', behind(() => assessCharacter(player, scene)), player.character?.seen_at ?? null],
    ['public_tabs', connection === 'not_connected' ? connection : assessTabs(player, scene), player.tabs.seen_at],
    ['guild_tabs', behind(() => assessGuild(player, scene)), player.guild?.checked_at ?? null],
    ['ladder', assessLadder(player, scene), null],
  ]
  const isShown = (source: TrackingSource) =>
    (source !== 'public_tabs' || stash_stream) && (source !== 'guild_tabs' || guild_tabs)
  const shown = notes.filter(([source]) => isShown(source))
  return shown.map(([source, finding, seen_at]) => ({
    source,
    finding,
    ...words[finding],
    seen_at,
  }))
}
