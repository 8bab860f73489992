import fc from 'fast-check'
import { sql } from 'kysely'
import type { Row } from '../db/schema.ts'
import { aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, insertRows, testNow } from './builders.ts'
import type { TestServer } from './server.ts'

const minute = 60_000

export const secretActions = [
  'unopened',
  'unopened_finished',
  'unopened_renamed',
  'hidden',
  'announcement',
  'rival_decided',
] as const
type SecretAction = (typeof secretActions)[number]

export interface PublicStep {
  readonly objective: number
  readonly team: number
  readonly points: number
  readonly finished: boolean
}

export const publicSteps = fc.array(
  fc.record({ objective: fc.nat(1), team: fc.nat(1), points: fc.nat(200), finished: fc.boolean() }),
  { minLength: 1, maxLength: 4 },
)
export const secretsOfSteps = fc.array(fc.array(fc.constantFrom(...secretActions), { maxLength: 3 }), {
  minLength: 4,
  maxLength: 4,
})

/** No text may contain a name of a secret objective, announcement or person. */
export const secretNames = /secret|race/i

export interface SecretWorld {
  readonly event: Row<'events'>
  /** A member of the first team; a rival is in the second. */
  readonly ada: Row<'users'>
  /** Stores a judge's decision about a report by this person. */
  decide(user: Row<'users'>, objective: number | 'unopened'): Promise<void>
}

/**
 * Plays an event with these secrets before each public step: names and scores of an unopened objective, progress that teams hide
 * from each other, announcements for leads, decisions about a rival's reports, and how often any of it changes.
 * @param begin called before the first step
 * @param turn called after each step, with the clock moved on
 */
export async function playSecretWorld(
  server: TestServer,
  steps: readonly PublicStep[],
  secrets: readonly (readonly SecretAction[])[],
  {
    begin,
    turn,
    every_ms = minute,
  }: {
    begin: (world: SecretWorld) => Promise<void>
    turn: (world: SecretWorld, step: PublicStep | null) => Promise<void>
    every_ms?: number
  },
): Promise<void> {
  const { db } = server
  await sql`truncate events, notice_routes, scheduled_tasks restart identity cascade`.execute(db)
  await db.deleteFrom('users').execute()
  let now = testNow
  server.setNow(now)
  const event = await anEvent(db, { name: 'Autumn Muster', is_current: true })
  const teams = [await aTeam(db, event.id, { name: 'Lanterns' }), await aTeam(db, event.id, { name: 'Falcons' })]
  const [ada, rival, judge] = [
    await aUser(db, { display_name: 'Ada' }),
    await aUser(db, { display_name: 'Secret rival' }),
    await aUser(db),
  ]
  await aMember(db, teams[0] as Row<'teams'>, ada.id)
  await aMember(db, teams[1] as Row<'teams'>, rival.id)
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE', name: 'Root' })
  const below = { parent_id: root.id }
  const open = [
    await anObjective(db, event.id, { ...below, name: 'Mirror' }),
    await anObjective(db, event.id, { ...below, name: 'Ring' }),
  ]
  const hiding = await anObjective(db, event.id, { ...below, name: 'Race', hide_progress: true, required_number: 100 })
  const later = new Date(testNow + 40 * 3_600_000)
  const unopened = await anObjective(db, event.id, { ...below, name: `Secret ${JSON.stringify(secrets)}`, valid_from: later })
  const score = (objective: Row<'objectives'>, team: number, points: number, finished: boolean) =>
    aScoreChange(db, { event_id: event.id, objective, team_id: (teams[team] as Row<'teams'>).id, points, finished, at: now })
  async function decide(user: Row<'users'>, objective_id: Row<'objectives'>['id']): Promise<void> {
    const at = new Date(now)
    const team_id = (teams[user.id === ada.id ? 0 : 1] as Row<'teams'>).id
    const report = { event_id: event.id, objective_id, team_id, user_id: user.id, timestamp: at, submitted_at: at, number: 1 }
    const { id: submission_id } = await db
      .insertInto('submissions')
      .values({ ...report, proof: '', comment: '', approval_status: 'APPROVED' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const step = { kind: 'decided', from_status: 'PENDING', to_status: 'APPROVED', author_id: judge.id, timestamp: at } as const
    await insertRows(db, 'submission_history', { submission_id, ...step })
  }
  let count = 0
  const acts: Record<SecretAction, () => Promise<unknown>> = {
    unopened: () => score(unopened, count % 2, ++count * 10, false),
    unopened_finished: () => score(unopened, count % 2, ++count * 10, true),
    unopened_renamed: () =>
      db
        .updateTable('objectives')
        .set({ name: `Secret ${++count}` })
        .where('id', '=', unopened.id)
        .execute(),
    hidden: () => score(hiding, count % 2, ++count * 1000, false),
    announcement: () =>
      insertRows(db, 'announcements', {
        event_id: event.id,
        title: 'Secret of leads',
        text: 'Secret',
        audience: 'leads',
        starts_at: new Date(now + minute * 30),
        written_at: new Date(now),
      }),
    rival_decided: () => decide(rival, [hiding, unopened, ...open][count++ % 4]?.id ?? hiding.id),
  }
  const world: SecretWorld = {
    event,
    ada,
    decide: (user, place) => decide(user, (place === 'unopened' ? unopened : (open[place] as Row<'objectives'>)).id),
  }
  const move = async (step: PublicStep | null) => {
    now += every_ms
    server.setNow(now)
    await turn(world, step)
  }
  await begin(world)
  await move(null)
  for (const [index, step] of steps.entries()) {
    for (const action of secrets[index] ?? []) await acts[action]()
    await score(open[step.objective] as Row<'objectives'>, step.team, step.points, step.finished)
    await move(step)
  }
  await move(null)
}
