import { callsOf } from './calls-of.ts'
import { LeagueCheck, LeagueQuery } from '../leagues.ts'

const { GET } = callsOf('events')

export const leaguesEndpoints = {
  checkLeague: GET('/leagues/check', {
    keys: null,
    access: ['admin'],
    query: LeagueQuery,
    required_query: ['name'],
    reply: LeagueCheck,
    summary: 'Asks the game whether it has a league of this name; an event can be saved in any case',
  }),
} as const
