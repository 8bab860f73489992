import type { Role } from '@muster/contract/users'
import type { Row } from '../db/schema.ts'
import { aGuild, aGuildTab, aMember, anEvent, anObjective, aScoreChange, aTeam, aUser, insertRows, testNow } from './builders.ts'
import { type AskedCall, listReads } from './list-calls.ts'
import { anItem } from './muster.ts'
import type { TestServer } from './server.ts'

type Headers = Readonly<Record<string, string>>

async function ask(server: TestServer, { name, method, address }: AskedCall, headers: Headers) {
  const answer = await server.app.inject({ method, url: `/api${address}`, headers })
  const { date: _, 'x-request-id': __, ...sent } = answer.headers
  return { name, address, status: answer.statusCode, body: answer.body, sent }
}
export type ReadAnswer = Awaited<ReturnType<typeof ask>>

/** Two teams with secrets from each other, a hidden event, and the address of every read about them. */
export async function openReadScene(server: TestServer, rivalPermissions: Role[] = []) {
  const { db } = server
  const event = await anEvent(db, { is_current: true })
  const hidden = await anEvent(db, { is_public: false })
  const [team, rivals] = [await aTeam(db, event.id), await aTeam(db, event.id)]
  const [player, rival] = [await aUser(db), await aUser(db, { permissions: rivalPermissions })]
  await aMember(db, team, player.id)
  await aMember(db, rivals, rival.id)
  const root = await anObjective(db, event.id, { objective_type: 'CATEGORY', aggregation: 'NONE' })
  const below = { parent_id: root.id }
  const open = await anObjective(db, event.id, below)
  const quiet = await anObjective(db, event.id, { ...below, hide_progress: true, required_number: 10 })
  const later = await anObjective(db, event.id, { ...below, valid_from: new Date(testNow + 3_600_000) })
  for (const { id: team_id } of [team, rivals])
    for (const objective of [open, quiet])
      await aScoreChange(db, { event_id: event.id, objective, team_id, points: 0, number: team_id, finished: false })
  await aGuild(db, team, 77)
  await aGuildTab(db, team, { id: 'aaaaaaaaaa', items: [anItem({ id: 'theirs' })] })
  const signup = { event_id: event.id, timestamp: new Date(testNow), expected_playtime: 6 }
  await insertRows(
    db,
    'signups',
    [player, rival].map(({ id }) => ({ ...signup, user_id: id, extra: `of ${id}` })),
  )
  const ids = [root, open, quiet, later].map(({ id }) => id)

  return {
    event,
    hidden,
    team,
    rivals,
    player,
    rival,
    ask: (call: AskedCall, headers: Headers) => ask(server, call, headers),
    listReads: (others: readonly Row<'events'>[] = []) =>
      listReads({
        event_id: [event.id, hidden.id, ...others.map(({ id }) => id), 'current'],
        eventId: [event.id, hidden.id],
        team_id: [team.id, rivals.id],
        user_id: [player.id, rival.id],
        objective_id: ids,
        id: ids,
        guildId: [77],
        stash_id: ['aaaaaaaaaa'],
        item_id: ['theirs'],
      }),
    async askAll(reads: readonly AskedCall[], headers: Headers) {
      const answers: ReadAnswer[] = []
      for (const call of reads) answers.push(await ask(server, call, headers))
      return answers
    },
  }
}
export type ReadScene = Awaited<ReturnType<typeof openReadScene>>

export const listDifferent = (one: readonly ReadAnswer[], two: readonly ReadAnswer[]) =>
  one.filter((answer, at) => JSON.stringify(answer) !== JSON.stringify(two[at]))
export const listNames = (answers: readonly ReadAnswer[]) => [...new Set(answers.map(({ name }) => name))].toSorted()
