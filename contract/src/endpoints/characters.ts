import { z } from 'zod'
import { Atlas, AtlasProgression, PoB } from '../characters.ts'
import { endpoint } from '../endpoint.ts'
import { Character, CharacterStat } from '../ladder.ts'
import { lastMoment_seconds, numberParam } from '../query.ts'
import { byEvent, user_id } from './params.ts'

const byUser = z.object({ user_id })
/** The game's id of the character; any text, because an unknown character only has no history. */
const byCharacter = byUser.extend({ character_id: z.string().min(1).max(100) })

/** Without parameters everything; with them the newest entries before a time, still oldest first. */
const page = z.object({
  limit: numberParam(10_000).optional(),
  before: numberParam(lastMoment_seconds).optional(),
})

export const charactersEndpoints = {
  getCharactersForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/characters',
    tag: 'characters',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(Character),
    summary: 'The characters of the participants',
  }),
  getUserCharacters: endpoint({
    method: 'GET',
    path: '/users/{user_id}/characters',
    tag: 'characters',
    access: 'public',
    event: 'none',
    status: 200,
    params: byUser,
    reply: z.array(Character),
    refusals: ['user_not_found'],
    summary: "A user's characters in all events that the caller may see",
  }),
  getCharacterHistory: endpoint({
    method: 'GET',
    path: '/users/{user_id}/characters/{character_id}',
    tag: 'characters',
    access: 'public',
    event: 'none',
    status: 200,
    params: byCharacter,
    query: page,
    reply: z.array(CharacterStat),
    summary: "A character's progress, oldest first; page back with before = the first timestamp received, in unix seconds",
  }),
  getPoBs: endpoint({
    method: 'GET',
    path: '/users/{user_id}/characters/{character_id}/pobs',
    tag: 'characters',
    access: 'public',
    event: 'none',
    status: 200,
    params: byCharacter,
    query: page,
    reply: z.array(PoB),
    summary: "A character's builds, oldest first; page back with before = the first id received",
  }),
  getTeamAtlasesForEvent: endpoint({
    method: 'GET',
    path: '/events/{event_id}/atlas',
    tag: 'characters',
    access: ['user'],
    event: 'visible',
    status: 200,
    params: byEvent,
    reply: z.array(Atlas),
    summary: "The newest atlas trees of the caller's team; empty without a team",
  }),
  getAtlasProgression: endpoint({
    method: 'GET',
    path: '/events/{event_id}/users/{user_id}/atlas',
    tag: 'characters',
    access: 'public',
    event: 'visible',
    status: 200,
    params: byEvent.extend({ user_id }),
    reply: z.array(AtlasProgression),
    summary: "The history of a player's atlas trees, newest first",
  }),
} as const
