import type { Client } from '@muster/contract/client'
import { type GuildStashTab, neverFetched } from '@muster/contract/guild-stash'
import type { GuildLogPage } from '@muster/contract/guilds'
import type { EventId, GuildId, ObjectiveId } from '@muster/contract/ids'
import type { Objective } from '@muster/contract/objectives'
import type { Clock } from '@muster/server/clock'
import { logIn } from '../rehearsal/people.ts'
import { liveOn } from './live-on.ts'

// Actions of the demo's leads once the product runs, through the ordinary calls: they register their guilds and switch tabs on,
// and the demo's named lead makes a plan and uploads the guild's log as it grows. Nothing waits for them.

const hour_ms = 3_600_000
/** Event time between two looks at the guild's log. */
const pause_ms = 5 * 60_000
/** The log of this hour, the second of the event, is not uploaded: a gap on the pages. */
const missingHour = { from_ms: hour_ms, to_ms: 2 * hour_ms }
/** Left off, for users of the demo to switch on. */
const tabLeftOff = 'selling'
/** Tabs that the other leads fetch: those with most points, so that the race stays close. */
const typesOfOthers: readonly string[] = [
  'CurrencyStash',
  'DivinationCardStash',
  'EssenceStash',
  'FragmentStash',
  'GemStash',
  'UniqueStash',
]
/** Switched on and then deleted in the game: its fetching fails, and shows why. */
const tabGivenUp = 'loot split'

interface SimulatedGuild {
  readonly id: number
  readonly name: string
  readonly tag: string
  readonly team: number
}

export interface LeadsOptions {
  /** The product's address for browsers. */
  readonly product_url: string
  /** The simulator's control plane. */
  readonly control_url: string
  /** Account names by the number of their team; the first of each leads it. */
  readonly people: readonly (readonly string[])[]
  /** The team whose lead does more than the others. */
  readonly team: number
  readonly event_id: EventId
  readonly start_ms: number
  /** The event clock. */
  readonly clock: Clock
}

const postJson = async (url: string, body: object): Promise<void> => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(`${answer.status} from ${url}: ${await answer.text()}`)
}
const getJson = async <T>(url: string): Promise<T> => (await (await fetch(url)).json()) as T

/** A logged-in lead. */
interface Lead {
  readonly team: number
  readonly client: Client
}

async function registerGuild({ event_id }: LeadsOptions, { client }: Lead, { id, name, tag }: SimulatedGuild): Promise<void> {
  const known = await client.call('getGuilds', { eventId: event_id })
  if (known.some((guild) => Number(guild.id) === id)) return
  await client.call('saveGuild', { eventId: event_id, guildId: id as GuildId, body: { id, name, tag } })
}

/** Once, as soon as the product knows the tabs. @returns the tabs */
async function switchTabsOn({ event_id, team }: LeadsOptions, lead: Lead): Promise<readonly GuildStashTab[]> {
  const tabs = await lead.client.call('getGuildStashForUser', { eventId: event_id })
  if (tabs.some(({ fetch_enabled, last_fetch }) => fetch_enabled || last_fetch !== neverFetched)) return tabs
  const isWanted = ({ name, type }: GuildStashTab) => (lead.team === team ? name !== tabLeftOff : typesOfOthers.includes(type))
  for (const tab of tabs.filter((one) => one.parent_id === null && isWanted(one)))
    await lead.client.call('switchStashFetching', { eventId: event_id, stash_id: tab.id })
  return tabs
}

const listObjectives = (objective: Objective): Objective[] => [objective, ...objective.children.flatMap(listObjectives)]

/** Suggestions of the lead, by time window: objectives of the demo event. */
const suggestions: readonly { readonly name: string; readonly window: number | null; readonly extra: string }[] = [
  { name: 'First to level 40', window: 0, extra: 'Do not stop for items. Ask in voice if a quest is slow.' },
  { name: 'A corrupted unique', window: 0, extra: 'Use the Vaal Orbs in our Currency tab.' },
  { name: 'Chaos Orbs in one tab', window: 1, extra: 'All of them into Currency, please.' },
  { name: 'Scarabs of any kind', window: 1, extra: '' },
  { name: 'A full set of The Gambler', window: null, extra: 'Put single cards into Cards; we trade nothing away.' },
]

/** Wishes of the lead. */
const wishes = [
  { kind: 'unique', name: 'Headhunter', is_build_enabling: false },
  { kind: 'unique', name: 'Goldrim', is_build_enabling: true },
  { kind: 'gem', name: 'Arc of Surging', is_build_enabling: true },
  { kind: 'base', name: 'Stygian Vise', is_build_enabling: false },
] as const

/** Once: the plan, and the wishes. */
async function makePlan({ event_id, start_ms }: LeadsOptions, own: Client): Promise<void> {
  const { version: planned_before } = await own.call('getTeamPlan', { event_id })
  if (planned_before > 0) return
  const root = await own.call('getObjectiveTreeForEvent', { event_id })
  const byName = new Map(listObjectives(root).map(({ id, name }) => [name, id]))
  const planned = suggestions.flatMap(({ name, ...rest }) => {
    const id = byName.get(name)
    return id === undefined ? [] : [{ objective_id: id as ObjectiveId, ...rest }]
  })
  const message = 'Slow and steady: races first, then the tabs.'
  for (const { objective_id, extra } of [{ objective_id: root.id as ObjectiveId, extra: message }, ...planned])
    await own.call('createObjectiveTeamSuggestion', { event_id, objective_id, body: { extra } })
  const { version } = await own.call('getTeamPlan', { event_id })
  const at = (hours: number) => new Date(start_ms + hours * hour_ms).toISOString()
  const windows = [
    { name: 'First hour', starts_at: null, ends_at: at(1) },
    { name: 'First evening', starts_at: at(1), ends_at: at(6) },
  ]
  const entries = planned.map(({ objective_id, window }) => ({ objective_id, window }))
  await own.call('arrangeTeamPlan', { event_id, body: { version, windows, entries } })
  await own.call('addWishes', { event_id, body: { wishes: [...wishes] } })
}

/** Uploads the growth of the log, each page beginning with the last line of the one before; the missing hour separately. */
async function uploadLog(
  { control_url, team, event_id, start_ms, clock }: LeadsOptions,
  own: Client,
  guild: GuildId,
): Promise<void> {
  const since_ms = clock.now() - start_ms
  if (since_ms >= missingHour.from_ms && since_ms < missingHour.to_ms) return
  const place = { eventId: event_id, guildId: guild }
  const { latest } = await own.call('getLatestTimestampForUser', place)
  const woke_s = Math.ceil((start_ms + missingHour.to_ms) / 1000)
  const newest_s = latest === null ? 0 : latest - 1
  const end = since_ms < missingHour.to_ms ? newest_s : Math.max(newest_s, woke_s)
  const page = await getJson<GuildLogPage>(`${control_url}/guilds/${team}/history?end=${end}`)
  if (page.entries.length > 0)
    await own.call('addGuildstashHistory', { ...place, body: { ...page, truncated: page.truncated || end > 0 } })
}

/** @returns a function that stops it */
export function startLeads(options: LeadsOptions, log_dir: string): () => void {
  const { control_url, people, team, product_url, clock } = options
  const leads = people.map(([lead = '']) => lead)
  let hasGivenUp = false

  async function giveTabUp(tabs: readonly GuildStashTab[]): Promise<void> {
    const given = tabs.find(
      ({ name, last_fetch, last_error }) => name === tabGivenUp && last_fetch !== neverFetched && last_error === null,
    )
    if (!given || hasGivenUp) return
    hasGivenUp = true
    await postJson(`${control_url}/world/events`, { kind: 'guild_tab_remove', account: leads[team], tab: tabGivenUp })
  }

  async function play(signal: AbortSignal): Promise<void> {
    const { guilds } = await getJson<{ guilds: SimulatedGuild[] }>(`${control_url}/state`)
    const all: Lead[] = []
    for (const guild of guilds) {
      const { client } = await logIn(product_url, leads[guild.team] ?? '')
      const lead = { team: guild.team, client }
      await registerGuild(options, lead, guild)
      all.push(lead)
    }
    const own = all.find((lead) => lead.team === team)
    const guild = guilds.find((one) => one.team === team)
    if (!own || !guild) return
    await makePlan(options, own.client)
    let others = all.filter((lead) => lead !== own)
    while (!signal.aborted) {
      await giveTabUp(await switchTabsOn(options, own))
      const waiting: Lead[] = []
      for (const lead of others) if ((await switchTabsOn(options, lead)).length === 0) waiting.push(lead)
      others = waiting
      await uploadLog(options, own.client, guild.id as GuildId)
      await clock.sleep(pause_ms, signal)
    }
  }

  return liveOn('leads', log_dir, play)
}
