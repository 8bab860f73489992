import { beforeEach, describe, expect, it } from 'vitest'
import { challengesPerEvent, type Submission, type SubmissionHistory } from '@muster/contract/submissions'
import { type BountyEvent, aBountyEvent, answerOf, timeText } from '../../testing/bounties.ts'
import { aMember, anObjective, aUser, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'
import { isDrawn } from './second-look.ts'

const server = useTestServer()
let world: BountyEvent
let level: Awaited<ReturnType<typeof anObjective>>
let second = 0
beforeEach(async () => {
  second = 0
  world = await aBountyEvent(server)
  level = await anObjective(server.db, world.event.id, {
    parent_id: world.root.id,
    objective_type: 'PLAYER',
    number_field: 'PLAYER_LEVEL',
  })
})

type User = BountyEvent['ada']
const aJudge = () => aUser(server.db, { permissions: ['submission_judge'] })
const choose = (choices: object) => server.db.updateTable('events').set(choices).where('id', '=', world.event.id).execute()
const makeJudge = (user: User) =>
  server.db
    .updateTable('users')
    .set({ permissions: ['submission_judge'] })
    .where('id', '=', user.id)
    .execute()
/** Each report has a time of its own. */
const report = (user: User = world.ada): Promise<Submission> => {
  second += 1
  return world.submitted(user, world.claim({ objective_id: level.id, timestamp: timeText(testNow - second * 1000) }))
}
const approved = async (user?: User) => {
  const { id } = await report(user)
  return (await world.review(id, 'APPROVED')).json<Submission>()
}
const path = (id: number) => `/events/${world.event.id}/submissions/${id}`
const challenge = async (id: number, user: User = world.ben, reason = 'the clip shows another character') =>
  server.send('POST', `${path(id)}/challenge`, await server.as(user), { reason })
const appeal = async (id: number, user: User = world.ada, reason = 'the name is visible') =>
  server.send('POST', `${path(id)}/appeal`, await server.as(user), { reason })
const readHistory = async (id: number, user: User) =>
  (await server.get(`${path(id)}/history`, await server.as(user))).json<SubmissionHistory[]>()
const findAs = async (id: number, user: User) => (await world.list(user)).find((each) => each.id === id)
const countFacts = async () => (await world.readLedger()).unretracted.length

it('the draw of second looks takes about the chosen share, and the same submissions each time', () => {
  const { config } = server.ctx
  const ids = Array.from({ length: 2000 }, (_, place) => place + 1) as Submission['id'][]
  const draw = (percent: number | null) => ids.filter((id) => isDrawn(config, id, percent))
  expect(draw(null)).toEqual([])
  expect(draw(100)).toEqual(ids)
  expect(draw(10)).toEqual(draw(10))
  expect(Math.abs(draw(10).length - 200)).toBeLessThan(60)
})

describe('an approved report that is drawn for a second look', () => {
  beforeEach(() => choose({ second_look_percent: 100 }))

  it('counts on, and waits for another judge', async () => {
    const { id, ...decided } = await approved()
    expect(decided).toMatchObject({ counts_as: 'confirmed', recheck: 'second_look', recheck_at: timeText(testNow) })
    expect(await countFacts()).toBe(1)
    expect(answerOf(await world.review(id, 'APPROVED'))).toEqual([403, 'another_judge_needed'])
    const confirmed = (await world.review(id, 'APPROVED', await aJudge())).json<Submission>()
    expect(confirmed).toMatchObject({ counts_as: 'confirmed', recheck: null, recheck_at: null })
    expect(await countFacts()).toBe(1)
  })

  it('still needs the other judge after a challenge, until that judge has looked', async () => {
    const { id } = await approved()
    await challenge(id)
    expect(answerOf(await world.review(id, 'APPROVED'))).toEqual([403, 'another_judge_needed'])
    const other = await aJudge()
    expect((await world.review(id, 'APPROVED', other)).json()).toMatchObject({ recheck: null, counts_as: 'confirmed' })
    const cara = await aUser(server.db)
    await aMember(server.db, world.blue, cara.id)
    await challenge(id, cara)
    expect((await world.review(id, 'APPROVED', other)).json()).toMatchObject({ recheck: null, counts_as: 'confirmed' })
  })

  it('looks to players like any other', async () => {
    const { id } = await approved()
    await choose({ second_look_percent: null })
    const plain = await approved()
    const { recheck, recheck_at, is_appealed } = plain
    const cara = await aJudge()
    await aMember(server.db, world.red, cara.id)
    for (const user of [world.ada, world.ben, cara]) {
      expect(await findAs(id, user)).toMatchObject({ recheck, recheck_at, is_appealed, same_item_as: null })
    }
  })

  it('loses its points by the rejection of the other judge', async () => {
    const { id } = await approved()
    await world.review(id, 'REJECTED', await aJudge())
    expect(await countFacts()).toBe(0)
    expect(await findAs(id, world.judge)).toMatchObject({ counts_as: null, recheck: null })
  })

  it('is no longer drawn after its judge takes the decision back, or its player changes it', async () => {
    const { id } = await approved()
    expect((await world.review(id, 'PENDING')).json()).toMatchObject({ recheck: null })
    const other = await approved()
    const edit = { id: other.id, objective_id: level.id, timestamp: other.timestamp, number: 8 }
    await world.submit(world.ada, edit)
    expect(await findAs(other.id, world.judge)).toMatchObject({ approval_status: 'PENDING', recheck: null })
  })

  it('may be one of a trusted player, which any judge looks at', async () => {
    await choose({ second_look_percent: null, trusted_after: 1 })
    await approved()
    await choose({ second_look_percent: 100 })
    const { id } = await report()
    expect(await findAs(id, world.ada)).toMatchObject({ counts_as: 'confirmed', recheck: null })
    expect(await findAs(id, world.judge)).toMatchObject({ counts_as: 'confirmed', recheck: 'second_look' })
    expect((await world.review(id, 'APPROVED')).json()).toMatchObject({ recheck: null })
  })
})

describe('a challenge of a rival', () => {
  it('brings a confirmed submission back to the judges; it counts until they decide', async () => {
    const { id } = await approved()
    const answer = await challenge(id)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ counts_as: 'confirmed', recheck: 'challenge', recheck_at: timeText(testNow) })
    expect(await countFacts()).toBe(1)
    await world.review(id, 'REJECTED')
    expect(await countFacts()).toBe(0)
    expect(await findAs(id, world.judge)).toMatchObject({ recheck: null })
  })

  it('also a report that counts on the player’s word', async () => {
    await choose({ reports: 'honour', second_look_percent: 100 })
    const { id } = await report()
    expect((await challenge(id)).json()).toMatchObject({ counts_as: 'reported', recheck: 'challenge' })
    expect((await world.review(id, 'APPROVED')).json()).toMatchObject({ counts_as: 'confirmed', recheck: null })
  })

  it('shows its reason to judges and the reporter, and its author to judges only', async () => {
    const { id } = await approved()
    await challenge(id)
    const last = async (user: User) => (await readHistory(id, user)).at(-1)
    const step = { kind: 'challenged', comment: 'the clip shows another character', to_status: 'APPROVED' }
    expect(await last(world.judge)).toMatchObject({ ...step, author: { id: world.ben.id } })
    expect(await last(world.ada)).toMatchObject({ ...step, author: null })
    const cara = await aUser(server.db)
    await aMember(server.db, world.red, cara.id)
    for (const player of [world.ada, cara]) {
      await makeJudge(player)
      expect(await last(player)).toMatchObject({ ...step, author: null })
    }
  })

  it('is still open after a judge asks the player for more', async () => {
    const { id } = await approved()
    await challenge(id)
    const asked = await world.review(id, 'PENDING', world.judge, { review_comment: 'needs a clip' })
    expect(asked.json()).toMatchObject({ recheck: 'challenge', counts_as: null })
  })

  it("is refused for the caller's team, a submission that does not count, and one of another event", async () => {
    const { id } = await approved()
    const cara = await aUser(server.db)
    await aMember(server.db, world.red, cara.id)
    expect(answerOf(await challenge(id, cara))).toEqual([403, 'own_team'])
    expect(answerOf(await challenge(id, world.ada))).toEqual([403, 'own_team'])
    expect(answerOf(await challenge((await report()).id))).toEqual([409, 'changed_meanwhile'])
    expect(answerOf(await challenge(999_999))).toEqual([404, 'submission_not_found'])
    expect(answerOf(await challenge(id, world.judge))).toEqual([403, 'not_allowed'])
  })

  it('is refused for a submission that its rivals cannot see', async () => {
    await choose({ reports: 'honour' })
    await server.db.updateTable('objectives').set({ hide_progress: true }).where('id', '=', level.id).execute()
    expect(answerOf(await challenge((await report()).id))).toEqual([404, 'submission_not_found'])
  })

  it('is one for each player and submission, and bounded in an event', async () => {
    const { id } = await approved()
    expect(answerOf(await challenge(id, world.ben, ' '))).toEqual([400, 'invalid_request'])
    await challenge(id)
    expect(answerOf(await challenge(id))).toEqual([409, 'already_challenged'])
    await world.review(id, 'APPROVED')
    expect(answerOf(await challenge(id))).toEqual([409, 'already_challenged'])
    for (const _ of Array.from({ length: challengesPerEvent - 1 })) {
      expect((await challenge((await approved()).id)).statusCode).toBe(201)
    }
    expect(answerOf(await challenge((await approved()).id))).toEqual([409, 'no_challenges_left'])
  })

  it('of one player at the same moment are counted one by one', async () => {
    const ids = []
    for (const _ of Array.from({ length: challengesPerEvent + 2 })) ids.push((await approved()).id)
    const answers = await Promise.all(ids.map((id) => challenge(id)))
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(challengesPerEvent)
  })

  it('is not decided by its own author', async () => {
    const { id } = await approved()
    await makeJudge(world.ben)
    await challenge(id)
    expect(answerOf(await world.review(id, 'REJECTED', world.ben))).toEqual([403, 'another_judge_needed'])
  })

  it('leaves its author no say after it is decided: neither the appeal nor the deletion', async () => {
    const { id } = await approved()
    await makeJudge(world.ben)
    await challenge(id)
    await world.review(id, 'REJECTED')
    await appeal(id)
    expect(answerOf(await world.review(id, 'REJECTED', world.ben))).toEqual([403, 'another_judge_needed'])
    expect(answerOf(await world.remove(id, world.ben))).toEqual([403, 'another_judge_needed'])
    expect((await world.remove(id, world.judge)).statusCode).toBe(204)
  })

  it('keeps its submission from deletion by the player until judges decide', async () => {
    const { id } = await approved()
    await challenge(id)
    expect(answerOf(await world.remove(id, world.ada))).toEqual([409, 'challenge_open'])
    expect(await countFacts()).toBe(1)
    await world.review(id, 'APPROVED')
    expect((await world.remove(id, world.ada)).statusCode).toBe(204)
  })
})

describe('an appeal', () => {
  const rejected = async () => {
    const { id } = await report()
    await world.review(id, 'REJECTED', world.judge, { review_comment: 'no name' })
    return id
  }

  it('brings a rejected submission back to the judges once; then the decision is final', async () => {
    const id = await rejected()
    expect((await appeal(id)).json()).toMatchObject({
      approval_status: 'REJECTED',
      counts_as: null,
      recheck: 'appeal',
      is_appealed: true,
    })
    expect(answerOf(await appeal(id))).toEqual([409, 'already_appealed'])
    expect((await world.review(id, 'REJECTED')).json()).toMatchObject({ recheck: null })
    expect(answerOf(await appeal(id))).toEqual([409, 'already_appealed'])
    expect((await readHistory(id, world.ada)).map(({ kind, comment }) => [kind, comment])).toEqual([
      ['submitted', ''],
      ['decided', 'no name'],
      ['appealed', 'the name is visible'],
      ['decided', ''],
    ])
  })

  it('that a judge accepts counts, without a second look', async () => {
    await choose({ second_look_percent: 100 })
    const id = await rejected()
    await appeal(id)
    expect((await world.review(id, 'APPROVED')).json()).toMatchObject({ counts_as: 'confirmed', recheck: null })
    expect(await countFacts()).toBe(1)
  })

  it('that a judge accepts leaves the player another one against a later rejection', async () => {
    const id = await rejected()
    await appeal(id)
    await world.review(id, 'APPROVED')
    await challenge(id)
    expect((await world.review(id, 'REJECTED')).json()).toMatchObject({ is_appealed: false })
    expect((await appeal(id)).json()).toMatchObject({ recheck: 'appeal', is_appealed: true })
    await world.review(id, 'REJECTED')
    expect(answerOf(await appeal(id))).toEqual([409, 'already_appealed'])
  })

  it('is for the player of the submission alone, and for a rejected one', async () => {
    const id = await rejected()
    expect(answerOf(await appeal(id, world.ben))).toEqual([403, 'not_allowed'])
    expect(answerOf(await appeal(id, world.judge))).toEqual([403, 'not_allowed'])
    expect(answerOf(await appeal((await approved()).id))).toEqual([409, 'changed_meanwhile'])
    expect(answerOf(await appeal(999_999))).toEqual([404, 'submission_not_found'])
  })
})
