import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { planImport } from '@muster/domain/definition-file/plan'
import type { Context } from '@muster/server/context'
import { insertRoot } from '@muster/server/features/events/store'
import { exportDefinition } from '@muster/server/features/definition-files/store'
import { applyPlan } from '../apply-plan.ts'
import { root } from '../places.ts'
import { type DemoPlayer, type DemoTeam, insertTeams } from './seed.ts'

// A small event of the second game that runs beside the demo event, with the example definition that Muster ships.

const hour_ms = 3_600_000
const length_hours = 48
/** Steps of level and ascendancy for each player. */
const stepsOfPlayer = 9

/** The shipped example, whose personal objective is for teams of twenty, adapted to this team size. */
const readExample = (teamSize: number): string =>
  readFileSync(join(root, 'server', 'src', 'definition', 'examples', 'poe2.yaml'), 'utf8').replaceAll(
    /(required_number|point_cap): 180/g,
    (_, field: string) => `${field}: ${teamSize * stepsOfPlayer}`,
  )

const teams: readonly DemoTeam[] = [
  { name: 'Cinderguard', abbreviation: 'CIN', color: '#d9622b' },
  { name: 'Stormwatch', abbreviation: 'STW', color: '#3c8dbc' },
]
/** Players of each demo team who also play here. */
const playersOfEach = 4

/** @param people of the demo event, with their team there; both teams get players of each. */
export function chooseSecondPlayers(people: readonly DemoPlayer[]): DemoPlayer[] {
  const places = new Map<number, number>()
  return people.flatMap(({ user_id, team }) => {
    const place = places.get(team) ?? 0
    places.set(team, place + 1)
    return place < playersOfEach ? [{ user_id, team: (team + place) % teams.length }] : []
  })
}

/** @param event.name the league's name in the second game */
export async function seedSecondEvent(
  ctx: Context,
  event: { readonly name: string; readonly start_at: number },
  players: readonly DemoPlayer[],
): Promise<void> {
  const now = new Date(ctx.clock.now())
  const { name, start_at } = event
  const at = (hours: number) => new Date(start_at + hours * hour_ms)
  const made = await ctx.db.transact(async (tx) => {
    const row = await tx
      .insertInto('events')
      .values({
        name,
        game_version: 'poe2',
        is_current: false,
        is_public: true,
        max_size: 20,
        waitlist_size: 0,
        patch: '0.5',
        application_start_time: at(-7 * 24),
        application_end_time: at(-2),
        event_start_time: at(0),
        event_end_time: at(length_hours),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await insertRoot(tx, row.id)
    await insertTeams(tx, row.id, teams, players, now)
    await tx
      .insertInto('jobs')
      .values(
        (['FetchCharacterData', 'EvaluateStashChanges'] as const).map((job_type) => ({
          event_id: row.id,
          job_type,
          end_date: at(length_hours + 1),
        })),
      )
      .execute()
    return row
  })
  const current = await exportDefinition(ctx.db, made, { format: 'yaml', version: null })
  if (!current) throw new Error('the second event of the demo has no definition')
  const planned = planImport(current, readExample(players.length / teams.length), { event: false, rules: true })
  if (!planned.ok) throw new Error(`the definition of the second event does not fit: ${JSON.stringify(planned.problems)}`)
  await applyPlan(ctx, made.id, current, planned, 'The second event of the demo was created')
}
