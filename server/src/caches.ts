import type { Provider } from '@muster/contract/auth'
import type { Realm } from '@muster/contract/game-api'
import type { EventId } from '@muster/contract/ids'
import type { Matcher } from '@muster/domain/conditions/matcher'
import type { GuildLog } from '@muster/domain/guilds/guild-log'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import type { Engine } from '@muster/domain/scoring/engine'
import type { EventSummary } from '@muster/domain/scoring/event-summary'
import type { TabIndex } from './features/guild-stash/tab-index.ts'
import type { ConnectionToken } from './features/login/token-answer.ts'
import type { HeldScores } from './features/scores/held-scores.ts'
import type { SeenItems } from './features/workbench/seen-kinds.ts'
import type { PictureBook } from './ingestion/item-pictures.ts'
import { createFreshItems, type FreshItems } from './ingestion/stash/fresh-items.ts'
import { createRecent, createWeighed, type Recent, type Weighed } from './recent.ts'

/** An event's conditions, compiled, and the number of the definition they are from. */
export interface PreparedMatcher {
  readonly sequence: number
  readonly definition: EventDefinition
  readonly matcher: Matcher
  /** Tells what it matched from what others did, for whoever should not hold on to all of it. */
  readonly mark: number | symbol
}

/** An event's engine, and how far in the ledger it is. */
export interface EngineAt {
  readonly engine: Engine
  readonly position: number
  /** Of the event when it was made: with each the ledger has other names for its sources. */
  readonly deleted_people: number
}

/** A guild's log as far as this process has read it. */
export interface ReadLog {
  readonly log: GuildLog
  /** Lines of the event up to this position have been read. */
  readonly position: number
  /** Of any line. Lines only go with their guild: while this one is where it was, none has gone. */
  readonly witness: { readonly entry_id: number; readonly position: number } | null
  readonly gaps_version: string
  /** Of the event when it was read: with each lines have another name. */
  readonly deleted_people: number
}

/** An event as one audience sees it, and the numbers of the change and of the definition that it stands for. */
export interface SummaryAt {
  readonly summary: EventSummary
  readonly version: string
}

/** What a token of ours claims whose signature is good. */
export interface ReadToken {
  readonly user_id: number
  readonly ver: number
  /** Unix seconds. */
  readonly exp: number
}

/** How long somebody played in an event, and the newest sample that it follows from. */
export interface PlayedUntil {
  readonly seen_at: number
  readonly played_ms: number
}

/**
 * What a process keeps besides the database, shared by all that runs in it. Each may be empty at any time, and another
 * process has its own: they save work and change no answer.
 */
export interface Caches {
  /** When providers last did not answer somebody who wanted to log in; wall clock, ms. */
  readonly loginFailures: Map<Provider, readonly number[]>
  /** Items that the jobs of this process stored a moment ago. */
  readonly freshItems: FreshItems
  /** Picture addresses that this process has seen, by realm. */
  readonly pictureBooks: Map<Realm, PictureBook>
  readonly matchers: Recent<EventId, PreparedMatcher>
  /** Engines that explain receipts. Null after a failure: the next call begins anew. */
  readonly engines: Recent<EventId, Promise<EngineAt | null>>
  /** Guilds' logs with what follows from them, by event and guild. Null after a failure. */
  readonly guildLogs: Recent<string, Promise<ReadLog | null>>
  /** Scores of events that people look at. */
  readonly scores: Recent<EventId, HeldScores>
  /** Tokens whose signature this process has checked, and what they claim. Whether they still hold is asked each time. */
  readonly tokens: Recent<string, ReadToken>
  /** What lies in the tabs of events, for those who write conditions. */
  readonly seenItems: Recent<EventId, Promise<SeenItems>>
  /** What was read of guild tabs and matched, by event, team and tab. */
  readonly guildTabs: Weighed<string, TabIndex>
  /** Readings of guild tabs that are under way, by the same and what is read. */
  readonly guildTabReadings: Map<string, Promise<TabIndex>>
  /** Events as records of people show them, by event and team whose progress is seen. */
  readonly summaries: Weighed<string, SummaryAt>
  /** Hours of people, by event and user: samples of long ago stay as they are. */
  readonly hours: Recent<string, PlayedUntil>
  /** Renewals of tokens that are under way, by provider and user. */
  readonly renewals: Map<string, Promise<ConnectionToken>>
  /** Whether the status is shown to everybody, until when that need not be asked again (wall clock, ms). */
  readonly shownStatus: { is_public: boolean; until: number }
}

/** More events than people look into at a time. */
const mostEvents = 3
/** Of 50,000 lines each holds 30 MB. */
const mostGuilds = 6

/** About ten of the largest guilds; `npm run bench -- guild-search` says what one weighs. */
const guildTabs_bytes = 192 * 1024 * 1024

/** About a hundred large events. */
const summaries_bytes = 32 * 1024 * 1024
const given_bytes = 120
const mostHours = 10_000
/** A few hundred bytes each. */
const mostTokens = 5000

/** Made once in a process. */
export const createCaches = (): Caches => ({
  loginFailures: new Map(),
  freshItems: createFreshItems(),
  pictureBooks: new Map(),
  matchers: createRecent(mostEvents),
  engines: createRecent(mostEvents),
  guildLogs: createRecent(mostGuilds),
  scores: createRecent(mostEvents),
  tokens: createRecent(mostTokens),
  seenItems: createRecent(mostEvents),
  guildTabs: createWeighed(guildTabs_bytes, ({ bytes }) => bytes),
  guildTabReadings: new Map(),
  summaries: createWeighed(summaries_bytes, ({ summary }) =>
    [...summary.given.values()].reduce((bytes, given) => bytes + (given.length + 1) * given_bytes, 1000),
  ),
  hours: createRecent(mostHours),
  renewals: new Map(),
  shownStatus: { is_public: false, until: 0 },
})
