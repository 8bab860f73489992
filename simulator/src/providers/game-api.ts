/** The handlers behind the API's pipeline: validation, lookup, privacy, view. */
import { type Answer, answerApiError, answerJson, answerWritten } from '../edge/answer.ts'
import { type Realm, type RouteMatch, isRealm } from '../edge/routes.ts'
import type { Simulation } from '../simulation.ts'
import type { Switches } from '../options.ts'
import { renderCharacter, renderCharacterList } from '../views/character-view.ts'
import { renderSecondCharacter, renderSecondList } from '../views/second-character-view.ts'
import { renderGuildTab, renderGuildTabs } from '../views/guild-view.ts'
import {
  countLadderEntries,
  listLadderSorts,
  renderAccountLeagues,
  renderLadder,
  renderLeague,
  renderLeagueAccount,
  renderLeagues,
  renderProfile,
} from '../views/league-view.ts'
import { parseChangeId } from '../views/stream-view.ts'
import { findGuildOf, listTabsSeenBy } from '../world/guilds.ts'
import type { Account } from '../world/model.ts'
import type { Token } from './oauth/grants.ts'

type Query = Readonly<Record<string, string | undefined>>

const readQuery = (query: unknown): Query => {
  if (typeof query !== 'object' || query === null) return {}
  return Object.fromEntries(Object.entries(query).map(([key, value]) => [key, typeof value === 'string' ? value : undefined]))
}

/** A whole number within bounds, or null. */
const readInt = (text: string | undefined, fallback: number, least: number, most: number): number | null => {
  if (text === undefined) return fallback
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  return value >= least && value <= most ? value : null
}

/** Leagues have their realm in the query, everything else in the path. Null: unknown realm. */
const readRealm = (text: string | undefined): Realm | null =>
  text === undefined || text === 'pc' ? 'pc' : isRealm(text) ? text : null

/** Upper bound for the places of a list. */
const MAX_PLACES = 15_000

export const answerEndpoint = (
  simulation: Simulation,
  { route, realm, params }: RouteMatch,
  token: Token,
  rawQuery: unknown,
  /** Additional delay of the stream, virtual milliseconds. */
  late_ms = 0,
): Answer => {
  const { world, switches } = simulation
  const query = readQuery(rawQuery)
  const view = { wire_version: switches.wire_version, image_base: switches.image_base }
  const missing = (member: string) =>
    switches.missing_resource === 'null' ? answerJson(200, { [member]: null }) : answerApiError(404, 1)
  const account = world.findAccount(token.account_uuid ?? '')
  // the other realms exist and are empty, like the parts that the second game's API does not offer
  const isEmptyRealm = realm !== 'pc'

  switch (route.name) {
    case 'profile':
      return account ? answerJson(200, renderProfile(account)) : answerApiError(404, 1)
    case 'leagues': {
      const limit = readInt(query['limit'], 50, 1, 50)
      const offset = readInt(query['offset'], 0, 0, MAX_PLACES)
      const of = readRealm(query['realm'])
      if (limit === null || offset === null || of === null) return answerApiError(400, 2)
      return answerJson(200, renderLeagues(of, offset, limit))
    }
    case 'league': {
      const of = readRealm(query['realm'])
      if (of === null) return answerApiError(400, 2)
      const league = renderLeague(of, params['league'] ?? '')
      return league ? answerJson(200, league) : missing('league')
    }
    case 'ladder': {
      const limit = readInt(query['limit'], 20, 1, 500)
      const sort = query['sort'] ?? 'xp'
      const of = readRealm(query['realm'])
      const offset = readInt(query['offset'], 0, 0, countLadderEntries(of ?? 'pc'))
      if (limit === null || offset === null || of === null || !listLadderSorts(of).includes(sort)) return answerApiError(400, 2)
      const ladder = renderLadder(world, of, params['league'] ?? '', { sort, offset, limit })
      return ladder ? answerJson(200, ladder) : missing('league')
    }
    case 'account_leagues':
      return answerJson(200, isEmptyRealm ? { leagues: [] } : renderAccountLeagues(world))
    case 'character_list':
      if (!account) return answerApiError(404, 1)
      if (realm === 'poe2') return answerJson(200, renderSecondList(account))
      return answerJson(200, isEmptyRealm ? { characters: [] } : renderCharacterList(account))
    case 'character': {
      const name = params['name'] ?? ''
      const body = account && renderCharacterOf(realm, simulation, account, name)
      return body === null ? missing('character') : answerWritten(body)
    }
    case 'league_account': {
      const league = params['league'] ?? ''
      const isKnown = league === world.options.league || renderLeague('pc', league) !== null
      return account && isKnown && !isEmptyRealm
        ? answerWritten(renderLeagueAccount(world.options.seed, account, league))
        : missing('league_account')
    }
    case 'guild_stash_list': {
      const guild = account && findGuildOf(world.guilds, account)
      if (!account || !guild || isEmptyRealm) return answerWithoutGuild(switches.guild_missing)
      const isKnown = params['league'] === world.options.league
      return answerJson(200, isKnown ? renderGuildTabs(guild, listTabsSeenBy(guild, account) ?? []) : { stashes: [] })
    }
    case 'guild_stash': {
      const guild = account && findGuildOf(world.guilds, account)
      if (!account || !guild || isEmptyRealm) return answerWithoutGuild(switches.guild_missing)
      const tabs = params['league'] === world.options.league ? (listTabsSeenBy(guild, account) ?? []) : []
      const body = renderGuildTab(guild, tabs, { id: params['id'] ?? '', sub: params['sub'] ?? null }, view)
      return body === null ? missing('stash') : answerWritten(body)
    }
    case 'public_stash':
      return answerPublicStash(simulation, query['id'], isEmptyRealm, late_ms)
  }
}

const renderCharacterOf = (realm: Realm, { world, switches }: Simulation, account: Account, name: string): Buffer | null => {
  const { wire_version, image_base, second_inventory: shows_inventory } = switches
  const { seed } = world.options
  if (realm === 'poe2') return renderSecondCharacter(seed, account, name, { wire_version, image_base, shows_inventory })
  return realm === 'pc' ? renderCharacter(seed, account, name, { wire_version, image_base }) : null
}

/** The answer for a player without a guild is unknown. */
const answerWithoutGuild = (how: Switches['guild_missing']): Answer =>
  how === 'empty' ? answerJson(200, { stashes: [] }) : how === '403' ? answerApiError(403, 6) : answerApiError(404, 1)

const answerPublicStash = (simulation: Simulation, id: string | undefined, isEmptyRealm: boolean, late_ms: number): Answer => {
  const { switches, stream_view } = simulation
  const from = id === undefined || id === '' ? null : parseChangeId(id)
  if (id && !from) return answerApiError(400, 2)
  if (isEmptyRealm) {
    const next = id || '0-0-0-0-0'
    return answerJson(200, { next_change_id: next, stashes: [] }, { 'x-next-change-id': next })
  }
  const view = { wire_version: switches.wire_version, image_base: switches.image_base }
  const page = stream_view.page(from, view, { tabs: switches.page_tabs, items: switches.page_items }, late_ms)
  return {
    ...answerWritten(page.body, { 'x-next-change-id': page.next_change_id }),
    body_pause_ms: switches.stream_body_pause_ms,
  }
}
