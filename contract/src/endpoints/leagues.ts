import { endpoint } from '../endpoint.ts'
import { LeagueCheck, LeagueQuery } from '../leagues.ts'

export const leaguesEndpoints = {
  checkLeague: endpoint({
    method: 'GET',
    path: '/leagues/check',
    tag: 'events',
    access: ['admin'],
    event: 'none',
    status: 200,
    query: LeagueQuery,
    required_query: ['name'],
    reply: LeagueCheck,
    summary: 'Asks the game whether it has a league of this name; an event can be saved in any case',
  }),
} as const
