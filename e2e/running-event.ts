import { send } from './calls.ts'
import { readEventClock } from './hidden-event.ts'
import { listPlayers, type Page } from './journey.ts'

const hour_ms = 3_600_000

/** The name of a player of the simulated game, by team and place in it. */
export async function findPlayer(team: number, place: number): Promise<string> {
  const player = (await listPlayers()).filter((one) => one.team === team)[place]
  if (!player) throw new Error(`team ${team} of the game has no player ${place}`)
  return player.name
}

/**
 * Creates a running event for one journey. It is public, because its players have no team at first.
 * @param admin the page of an admin, whose browser closes with the event
 * @param choices further fields of the event, such as the rules for reports
 */
export async function makeRunningEvent(admin: Page, name: string, choices: object = {}) {
  const now = await readEventClock(admin)
  const at = (hours: number) => new Date(now + hours * hour_ms).toISOString()
  const { id } = await send<{ id: number }>(admin, 'PUT', '/events', {
    name: `${name} ${Date.now() % 100_000}`,
    game_version: 'poe1',
    is_public: true,
    max_size: 10,
    waitlist_size: 0,
    application_start_time: at(-4),
    application_end_time: at(-3),
    event_start_time: at(-2),
    event_end_time: at(200),
    ...choices,
  })
  const { id: root_id } = await send<{ id: number }>(admin, 'GET', `/events/${id}/objectives`)
  return {
    id,
    /** The id of its empty tree. */
    root_id,
    /** Puts the person of a page into a new team. */
    join: async (player: Page, team: string) => {
      const { id: user_id } = await send<{ id: number }>(player, 'GET', '/users/self')
      const made = { name: team, allowed_classes: [] }
      const { id: team_id } = await send<{ id: number }>(admin, 'PUT', `/events/${id}/teams`, made)
      await send(admin, 'PUT', `/events/${id}/teams/users`, [{ user_id, team_id, is_team_lead: false }])
    },
    /** Adds an objective for the level 90. */
    addLevel: async (): Promise<number> => {
      const objective = { objective_type: 'PLAYER', aggregation: 'MAXIMUM', number_field: 'PLAYER_LEVEL', required_number: 90 }
      const body = { ...objective, name: levelObjective, parent_id: root_id, conditions: [] }
      return (await send<{ id: number }>(admin, 'PUT', `/events/${id}/objectives`, body)).id
    },
    remove: async () => {
      await send(admin, 'DELETE', `/events/${id}`)
      await admin.context().close()
    },
  }
}

/** The name of the objective that `addLevel` adds. */
export const levelObjective = 'Reach level 90'
