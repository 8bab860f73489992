/** The handlers behind the API's pipeline: validation, lookup, privacy, view. */
import { type Answer, answerApiError, answerJson, answerWritten } from '../edge/answer.ts'
import type { RouteMatch } from '../edge/routes.ts'
import { type Realm, readRealm, realmRows } from '../realms.ts'
import type { Simulation } from '../simulation.ts'
import type { Switches } from '../options.ts'
import { renderCharacter, renderCharacterList } from '../views/character-view.ts'
import { renderSecondCharacter, renderSecondList } from '../views/second-character-view.ts'
import { renderGuildTab, renderGuildTabs } from '../views/guild-view.ts'
import {
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
  const { has_storage } = realmRows[realm]

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
      const offset = readInt(query['offset'], 0, 0, realmRows[of ?? 'pc'].ladder_entries)
      if (limit === null || offset === null || of === null || !realmRows[of].ladder_sorts.includes(sort))
        return answerApiError(400, 2)
      const ladder = renderLadder(world, of, params['league'] ?? '', { sort, offset, limit })
      return ladder ? answerJson(200, ladder) : missing('league')
    }
    case 'account_leagues':
      return answerJson(200, has_storage ? renderAccountLeagues(world) : { leagues: [] })
    case 'character_list':
      return account ? answerJson(200, characterViews[realm].renderList(account)) : answerApiError(404, 1)
    case 'character': {
      const name = params['name'] ?? ''
      const body = account && characterViews[realm].render(simulation, account, name)
      return body === null ? missing('character') : answerWritten(body)
    }
    case 'league_account': {
      const league = params['league'] ?? ''
      const isKnown = league === world.options.league || renderLeague('pc', league) !== null
      return account && isKnown && has_storage
        ? answerWritten(renderLeagueAccount(world.options.seed, account, league))
        : missing('league_account')
    }
    case 'guild_stash_list': {
      const guild = account && findGuildOf(world.guilds, account)
      if (!account || !guild || !has_storage) return answerWithoutGuild(switches.guild_missing)
      const isKnown = params['league'] === world.options.league
      return answerJson(200, isKnown ? renderGuildTabs(guild, listTabsSeenBy(guild, account) ?? []) : { stashes: [] })
    }
    case 'guild_stash': {
      const guild = account && findGuildOf(world.guilds, account)
      if (!account || !guild || !has_storage) return answerWithoutGuild(switches.guild_missing)
      const tabs = params['league'] === world.options.league ? (listTabsSeenBy(guild, account) ?? []) : []
      const body = renderGuildTab(guild, tabs, { id: params['id'] ?? '', sub: params['sub'] ?? null }, view)
      return body === null ? missing('stash') : answerWritten(body)
    }
    case 'public_stash':
      return answerPublicStash(simulation, query['id'], has_storage, late_ms)
  }
}

interface CharacterViews {
  renderList: (account: Account) => unknown
  render: (simulation: Simulation, account: Account, name: string) => Buffer | null
}
const noCharacters: CharacterViews = { renderList: () => ({ characters: [] }), render: () => null }

const characterViews: Readonly<Record<Realm, CharacterViews>> = {
  pc: {
    renderList: renderCharacterList,
    render: ({ world, switches: { wire_version, image_base } }, account, name) =>
      renderCharacter(world.options.seed, account, name, { wire_version, image_base }),
  },
  xbox: noCharacters,
  sony: noCharacters,
  poe2: {
    renderList: renderSecondList,
    render: ({ world, switches: { wire_version, image_base, second_inventory: shows_inventory } }, account, name) =>
      renderSecondCharacter(world.options.seed, account, name, { wire_version, image_base, shows_inventory }),
  },
}

/** The answer for a player without a guild is unknown. */
const answerWithoutGuild = (how: Switches['guild_missing']): Answer =>
  how === 'empty' ? answerJson(200, { stashes: [] }) : how === '403' ? answerApiError(403, 6) : answerApiError(404, 1)

const answerPublicStash = (simulation: Simulation, id: string | undefined, has_storage: boolean, late_ms: number): Answer => {
  const { switches, stream_view } = simulation
  const from = id === undefined || id === '' ? null : parseChangeId(id)
  if (id && !from) return answerApiError(400, 2)
  if (!has_storage) {
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
