import type { GameVersion } from '@muster/contract/events'
import {
  CharacterAnswer,
  CharacterList,
  type CharacterSummary,
  LeagueAccountAnswer,
  namedRealmOf,
  realmOf,
  StashTabAnswer,
  StashTabList,
} from '@muster/contract/game-api'
import { readClassName } from '@muster/domain/builds/game-classes'
import type { IfChanged } from '../outside.ts'
import { fingerprintCharacter } from './character-fingerprint.ts'
import type { GameAccount, GameAnswer, GameGateway } from './gateway.ts'
import type { Requester } from './request.ts'
import { type GameSettings, ip, nameEndpoint } from './settings.ts'

/** Extracts the single object of an answer; the provider sends null if there is none. */
function pick<T, U>(answer: GameAnswer<IfChanged<T>>, read: (content: T) => U | null, missing: string): GameAnswer<IfChanged<U>> {
  if (!answer.ok) return answer
  const { content } = answer.value
  const picked = content === null ? null : read(content)
  if (content !== null && picked === null) return { ok: false, failure: { reason: 'missing', detail: missing } }
  return { ok: true, value: { ...answer.value, content: picked } }
}

/** The part of the game's addresses that names a realm; the default realm has none. */
const segmentOf = (game_version: GameVersion) => {
  const realm = namedRealmOf(game_version)
  return realm ? `/${realm}` : ''
}

/** A character of a different realm than requested does not belong to this game. */
const isOfGame = ({ realm }: Pick<CharacterSummary, 'realm'>, game_version: GameVersion) =>
  (realm ?? realmOf(game_version)) === realmOf(game_version)

/** Replaces the class with the name players use, and fills in the realm if the game omits it. */
const nameCharacter = <C extends CharacterSummary>(character: C, game_version: GameVersion): C => ({
  ...character,
  realm: realmOf(game_version),
  class: readClassName(game_version, character.class),
})

type AccountCalls = Pick<GameGateway, 'fetchCharacters' | 'fetchCharacter' | 'fetchAtlas' | 'fetchGuildTabs' | 'fetchGuildTab'>

/** Calls that use a player's own token. */
export function createAccountCalls(settings: GameSettings, { request, look }: Requester): AccountCalls {
  const accountSubjects = (account: GameAccount) => ({ account: account.account_id, ip, client: settings.client_id })
  const api = (path: string) => settings.api_url + path

  return {
    async fetchCharacters(account, game_version, signal) {
      const answer = await request({
        endpoint: nameEndpoint('character-list', game_version),
        url: api(`/character${segmentOf(game_version)}`),
        subjects: accountSubjects(account),
        schema: CharacterList,
        token: account.access_token,
        signal,
      })
      if (!answer.ok) return answer
      const ours = answer.value.characters.filter((character) => isOfGame(character, game_version))
      return { ok: true, value: ours.map((character) => nameCharacter(character, game_version)) }
    },

    async fetchCharacter(account, game_version, name, { known, signal, onLine } = {}) {
      const wanted = {
        endpoint: nameEndpoint('character', game_version),
        url: api(`/character${segmentOf(game_version)}/${encodeURIComponent(name)}`),
        subjects: accountSubjects(account),
        schema: CharacterAnswer,
        token: account.access_token,
        signal,
        onLine,
      }
      // For a removed character, the provider answers 404 or null.
      const read = ({ character }: CharacterAnswer) =>
        character !== null && isOfGame(character, game_version) ? nameCharacter(character, game_version) : null
      const looked = pick(await look(wanted, known, fingerprintCharacter), read, 'no such character')
      if (!looked.ok) return looked
      const { fingerprint, left_out, content } = looked.value
      if (content === null || left_out === undefined || left_out === content.experience) return looked
      // The number left out of the comparison is not the experience. It becomes part of the fingerprint, which then covers every
      // byte, so no later answer is taken for this one.
      return { ok: true, value: { fingerprint: `${fingerprint} ${left_out}`, content } }
    },

    async fetchAtlas(account, league, signal) {
      const answer = await request({
        endpoint: 'league-account',
        names_league: true,
        url: api(`/league-account/${encodeURIComponent(league)}`),
        subjects: accountSubjects(account),
        schema: LeagueAccountAnswer,
        token: account.access_token,
        signal,
      })
      // The game does not know an account that never opened the atlas in this league.
      if (!answer.ok) return answer.failure.reason === 'missing' ? { ok: true, value: [] } : answer
      const { atlas_passive_trees, atlas_passives } = answer.value.league_account ?? {}
      const trees = atlas_passive_trees ?? (atlas_passives ? [atlas_passives] : [])
      return { ok: true, value: trees.map((tree) => tree.hashes ?? []) }
    },

    async fetchGuildTabs(account, league, signal) {
      const answer = await request({
        endpoint: 'guild-stash-list',
        names_league: true,
        url: api(`/guild/stash/${encodeURIComponent(league)}`),
        subjects: accountSubjects(account),
        schema: StashTabList,
        token: account.access_token,
        signal,
      })
      return answer.ok ? { ok: true, value: answer.value.stashes } : answer
    },

    async fetchGuildTab(account, league, { id, parent_id }, { known, signal, onLine } = {}) {
      const path = [league, ...(parent_id === null ? [] : [parent_id]), id].map(encodeURIComponent).join('/')
      const wanted = {
        endpoint: 'guild-stash',
        names_league: true,
        url: api(`/guild/stash/${path}`),
        subjects: accountSubjects(account),
        schema: StashTabAnswer,
        token: account.access_token,
        signal,
        onLine,
      }
      return pick(await look(wanted, known), ({ stash }) => stash, 'no such tab')
    },
  }
}
