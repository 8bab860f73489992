import type { Provider } from '@muster/contract/auth'
import type { Realm } from '@muster/contract/game-versions'
import type { EventId } from '@muster/contract/ids'
import type { Matcher } from '@muster/domain/conditions/matcher'
import type { GuildLog } from '@muster/domain/guilds/guild-log'
import type { EventDefinition } from '@muster/domain/objectives/definition'
import type { Engine } from '@muster/domain/scoring/engine'
import type { EventSummary } from '@muster/domain/scoring/event-summary'
import { type Cache, createCache, type Renewed } from './cache.ts'
import type { DelayedScores } from './features/broadcast/delayed-scores.ts'
import type { TabIndex } from './features/guild-stash/tab-index.ts'
import type { ConnectionToken } from './features/login/token-answer.ts'
import type { CardAt } from './features/link-cards/card.ts'
import type { HeldScores } from './features/scores/held-scores.ts'
import type { MomentsAt } from './features/streams/moment-reading.ts'
import type { SeenItems } from './features/workbench/seen-kinds.ts'
import type { PictureBook } from './ingestion/item-pictures.ts'
import { createFreshItems, type FreshItems } from './ingestion/stash/fresh-items.ts'

/** The compiled conditions of an event, and the sequence number of their definition. */
export interface PreparedMatcher {
  readonly sequence: number
  readonly definition: EventDefinition
  /** For items in tabs. */
  readonly matcher: Matcher
  /** For items wherever they are, as players report them. */
  readonly matchAnywhere: Matcher['match']
  /** Identifies the matcher, for callers that should not keep a reference to it. */
  readonly mark: number | symbol
}

/** The engine of an event, and its position in the ledger. */
export interface EngineAt {
  readonly engine: Engine
  readonly position: number
}

/** A guild's log, up to the last line that this process has read. */
export interface ReadLog {
  readonly log: GuildLog
  /** All lines of the event up to this position have been read. */
  readonly position: number
  /**
   * Any line that was read. Lines are only deleted together with their guild, so while this line is unchanged, none is missing.
   */
  readonly witness: { readonly entry_id: number; readonly position: number } | null
  readonly gaps_version: string
}

/** An event as one audience sees it; `version` combines the numbers of the change and of the definition. */
export interface SummaryAt {
  readonly summary: EventSummary
  readonly version: string
}

/** The claims of one of Muster's login tokens with a valid signature. */
export interface ReadToken {
  readonly user_id: number
  readonly ver: number
  /** Unix seconds. */
  readonly exp: number
}

/** The time a user has played in an event, up to the newest sample. */
export interface PlayedUntil {
  readonly seen_at: number
  readonly played_ms: number
}

/** The memory shared by everything in a process: caches, work in progress, and recent failures. Each process has its own. */
export interface Caches {
  /** Recent times when a provider did not respond to a login; wall clock, ms. */
  readonly loginFailures: Map<Provider, readonly number[]>
  /** Items recently stored by the jobs of this process. */
  readonly freshItems: FreshItems
  /** Picture addresses seen by this process, by realm. */
  readonly pictureBooks: Map<Realm, PictureBook>
  readonly matchers: Cache<EventId, PreparedMatcher>
  /** Engines for explaining receipts. */
  readonly engines: Cache<EventId, Renewed<EngineAt>>
  /** Engines without reports that no judge has confirmed. */
  readonly confirmedEngines: Cache<EventId, Renewed<EngineAt>>
  /** Guild logs and the data derived from them, by event and guild. */
  readonly guildLogs: Cache<string, Renewed<ReadLog>>
  /** Scores of recently viewed events. */
  readonly scores: Cache<EventId, HeldScores>
  /** Scores as they were some seconds ago, by event and delay. */
  readonly delayedScores: Cache<string, Renewed<DelayedScores>>
  /** Moments of recently requested events; the version names their definition and open objectives. */
  readonly moments: Cache<EventId, Renewed<MomentsAt>>
  /** Tokens whose signature this process has verified, with their claims. Their validity is checked on every call. */
  readonly tokens: Cache<string, ReadToken>
  /** Items in the tabs of events, for writing conditions. */
  readonly seenItems: Cache<EventId, Renewed<SeenItems>>
  /** The parsed and matched content of guild tabs, by event, team and tab. */
  readonly guildTabs: Cache<string, TabIndex>
  /** Readings of guild tabs in progress, by the same key and content. */
  readonly guildTabReadings: Map<string, Promise<TabIndex>>
  /** Events as shown in personal records, by event and by the team whose progress is visible. */
  readonly summaries: Cache<string, SummaryAt>
  /** Cards of links, by event, objective and team. */
  readonly cards: Cache<string, CardAt>
  /** Hours played, by event and user. Old samples do not change. */
  readonly hours: Cache<string, PlayedUntil>
  /** Token renewals in progress, by provider and user. */
  readonly renewals: Map<string, Promise<ConnectionToken>>
  /** Whether the status page is public, and until when that is valid without a new query (wall clock, ms). */
  readonly shownStatus: { is_public: boolean; until: number }
}

const given_bytes = 120

/** Called once per process. */
export const createCaches = (): Caches => ({
  loginFailures: new Map(),
  freshItems: createFreshItems(),
  pictureBooks: new Map(),
  matchers: createCache('matchers'),
  engines: createCache('engines'),
  confirmedEngines: createCache('confirmed_engines'),
  guildLogs: createCache('guild_logs'),
  scores: createCache('held_scores'),
  delayedScores: createCache('delayed_scores'),
  moments: createCache('moments'),
  tokens: createCache('tokens'),
  seenItems: createCache('seen_items'),
  guildTabs: createCache('guild_tabs', ({ bytes }) => bytes),
  guildTabReadings: new Map(),
  summaries: createCache('summaries', ({ summary }) =>
    [...summary.given.values()].reduce((bytes, given) => bytes + (given.length + 1) * given_bytes, 1000),
  ),
  cards: createCache('cards'),
  hours: createCache('hours'),
  renewals: new Map(),
  shownStatus: { is_public: false, until: 0 },
})
