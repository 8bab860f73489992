import { z } from 'zod'
import { Atlas, AtlasProgression, PoB } from '../characters.ts'
import { callsOf } from './calls-of.ts'
import { Character, CharacterStat } from '../ladder.ts'
import { lastMoment_seconds, numberParam } from '../query.ts'

/** Without parameters: all entries. With parameters: the newest entries before a time, still oldest first. */
const page = z.object({
  limit: numberParam(10_000).optional(),
  before: numberParam(lastMoment_seconds).optional(),
})

const { GET } = callsOf('characters')

export const charactersEndpoints = {
  getCharactersForEvent: GET('/events/{event_id}/characters', {
    keys: 'public',
    access: 'public',
    reply: z.array(Character),
    summary: 'The characters of the participants',
  }),
  getUserCharacters: GET('/users/{user_id}/characters', {
    keys: 'public',
    access: 'public',
    reply: z.array(Character),
    refusals: ['user_not_found'],
    summary: "A user's characters in all events that the caller may see",
  }),
  getCharacterHistory: GET('/users/{user_id}/characters/{character_id}', {
    keys: 'public',
    access: 'public',
    query: page,
    reply: z.array(CharacterStat),
    summary: "A character's progress, oldest first; page back with before = the first timestamp received, in unix seconds",
  }),
  getPoBs: GET('/users/{user_id}/characters/{character_id}/pobs', {
    keys: 'public',
    access: 'public',
    query: page,
    reply: z.array(PoB),
    summary: "A character's builds, oldest first; page back with before = the first id received",
  }),
  getTeamAtlasesForEvent: GET('/events/{event_id}/atlas', {
    keys: 'team',
    access: ['user'],
    reply: z.array(Atlas),
    summary: "The newest atlas trees of the caller's team; empty without a team",
  }),
  getAtlasProgression: GET('/events/{event_id}/users/{user_id}/atlas', {
    keys: 'public',
    access: 'public',
    reply: z.array(AtlasProgression),
    summary: "The history of a player's atlas trees, newest first",
  }),
} as const
