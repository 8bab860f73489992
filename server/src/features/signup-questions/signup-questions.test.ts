import type { AdminChange } from '@muster/contract/admin-changes'
import type { EventId } from '@muster/contract/ids'
import { maxQuestions, questionLength, type MemberAnswers, type SignupQuestions } from '@muster/contract/signup-questions'
import type { Signup } from '@muster/contract/signups'
import type { TeamSort } from '@muster/contract/team-sort'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { aMember, anEvent, aTeam, aUser, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const bot_secret = 'a secret that only the bot and Muster know'
const server = useTestServer({ environment: { BOT_SECRET: bot_secret } })
type User = Row<'users'>
let manager: User
beforeAll(async () => {
  manager = await aUser(server.db, { permissions: ['manager'] })
})

const region = { text: 'Where do you live?', kind: 'choice', choices: ['EU', 'US'], is_required: true, shown_to: 'leads' }
const goal = { text: 'Your goal', kind: 'text', shown_to: 'organisers' }
const hours = { text: 'Hours on Saturday', kind: 'number', shown_to: 'everyone' }

const anOpenEvent = () => anEvent(server.db, { application_end_time: new Date(testNow + 3_600_000) })
const save = async (event_id: EventId, questions: object[], more: object = {}, by = manager) =>
  server.send('PUT', `/events/${event_id}/signup-questions`, await server.as(by), { questions, base_version: 0, ...more })
const read = async (event_id: EventId) => (await server.get(`/events/${event_id}/signup-questions`)).json<SignupQuestions>()
const answersOf = (texts: Readonly<Record<number, string>>) =>
  Object.entries(texts).map(([id, answer]) => ({ question_id: Number(id), answer }))
const signUp = async (event_id: EventId, user: User, texts?: Readonly<Record<number, string>>) =>
  server.send('PUT', `/events/${event_id}/signups/self`, await server.as(user), {
    expected_playtime: 8,
    ...(texts && { answers: answersOf(texts) }),
  })
const readOwn = async (event_id: EventId, user: User) =>
  (await server.get(`/events/${event_id}/signups/self`, await server.as(user))).json<Signup>().answers
const asBot = async () => {
  const payload = { token: bot_secret }
  const login = await server.app.inject({ method: 'POST', url: '/api/oauth2/discord/bot-login', payload })
  return { authorization: `Bearer ${login.json<string>()}` }
}
const problemOf = (answer: { json<T>(): T }) => {
  const { code, problems = [] } = answer.json<{ code: string; problems?: { field: string; problem: string }[] }>()
  return [code, ...problems.map(({ field, problem }) => `${field} ${problem}`)]
}

/** An event with the three questions, with the ids 1 to 3. */
async function anAskingEvent() {
  const event = await anOpenEvent()
  expect((await save(event.id, [region, goal, hours])).statusCode).toBe(200)
  return event
}

describe('the questions', () => {
  it('are an empty list at first, and public', async () => {
    expect(await read((await anOpenEvent()).id)).toEqual({ version: 0, questions: [] })
  })

  it('get ids that stay and are not used again', async () => {
    const event = await anAskingEvent()
    const [first] = (await read(event.id)).questions
    await save(
      event.id,
      [
        { ...goal, text: 'Another' },
        { ...region, id: first?.id },
      ],
      { base_version: 1 },
    )
    expect((await read(event.id)).questions.map(({ id, text }) => [id, text])).toEqual([
      [4, 'Another'],
      [1, region.text],
    ])
    const changes = await server.get(
      `/events/${event.id}/admin-changes`,
      await server.as(await aUser(server.db, { permissions: ['admin'] })),
    )
    expect(changes.json<AdminChange[]>()).toMatchObject([
      { kind: 'questions_changed', detail: '2' },
      { kind: 'questions_changed', detail: '3' },
    ])
  })

  it('are saved on top of the newest version only, and with known ids', async () => {
    const event = await anAskingEvent()
    expect(problemOf(await save(event.id, []))).toEqual(['changed_meanwhile'])
    expect(problemOf(await save(event.id, [{ ...goal, id: 9 }], { base_version: 1 }))).toEqual(['changed_meanwhile'])
    const twice = [1, 1].map((id) => ({ ...goal, id }))
    expect(problemOf(await save(event.id, twice, { base_version: 1 }))).toEqual(['changed_meanwhile'])
  })

  it.each([
    [{ ...goal, text: '' }, 'questions.0.text is required'],
    [{ ...goal, text: 'x'.repeat(questionLength + 1) }, `questions.0.text must not be longer than ${questionLength} characters`],
    [{ ...region, choices: ['EU'] }, 'questions.0.choices must be at least two choices'],
    [{ ...region, choices: ['EU', 'EU'] }, 'questions.0.choices must differ from each other'],
  ])('are refused: %o', async (question, problem) => {
    expect(problemOf(await save((await anOpenEvent()).id, [question]))).toEqual(['invalid_request', problem])
  })

  it('are limited in number', async () => {
    const many = Array.from({ length: maxQuestions + 1 }, () => goal)
    expect(problemOf(await save((await anOpenEvent()).id, many))[0]).toBe('invalid_request')
  })
})

describe('the answers', () => {
  it('are stored with the signup, changed by an edit, and kept by an edit without them', async () => {
    const [event, user] = [await anAskingEvent(), await aUser(server.db)]
    const signup = await signUp(event.id, user, { 1: 'EU', 2: '  <b>=win</b> ', 3: '' })
    const stored = answersOf({ 1: 'EU', 2: '<b>=win</b>' })
    expect([signup.statusCode, signup.json<Signup>().answers]).toEqual([201, stored])
    await signUp(event.id, user)
    expect(await readOwn(event.id, user)).toEqual(stored)
    await signUp(event.id, user, { 1: 'US', 3: '12' })
    expect(await readOwn(event.id, user)).toEqual(answersOf({ 1: 'US', 3: '12' }))
  })

  it('are checked by kind, and required ones cannot be left out', async () => {
    const [event, user] = [await anAskingEvent(), await aUser(server.db)]
    expect(problemOf(await signUp(event.id, user))).toEqual(['invalid_request', 'answers.1 is required'])
    expect(problemOf(await signUp(event.id, user, { 1: 'Asia', 3: 'many' }))).toEqual([
      'invalid_request',
      'answers.1 must be one of the choices',
      'answers.3 must be a number',
    ])
  })

  it('to a question that another organiser has just removed are left out', async () => {
    const [event, user] = [await anAskingEvent(), await aUser(server.db)]
    await save(event.id, [], { base_version: 1 })
    expect((await signUp(event.id, user, { 1: 'EU' })).json<Signup>().answers).toEqual([])
  })

  it('are deleted with their question or choice only if the organiser agreed to their number', async () => {
    const [event, user, removed] = [await anAskingEvent(), await aUser(server.db), await aUser(server.db)]
    await signUp(event.id, user, { 1: 'EU', 2: 'win' })
    await signUp(event.id, removed, { 1: 'EU', 2: 'be gone' })
    await server.send('DELETE', `/events/${event.id}/signups/${removed.id}`, await server.as(manager))
    const next = [{ ...region, id: 1, choices: ['US', 'SA'] }]
    expect(problemOf(await save(event.id, next, { base_version: 1, deletes_answers: 1 }))).toEqual(['deletes_answers'])
    expect(await readOwn(event.id, user)).toHaveLength(2)
    expect((await save(event.id, next, { base_version: 1, deletes_answers: 2 })).statusCode).toBe(200)
    expect(await readOwn(event.id, user)).toEqual([])
    const restored = await server.send('POST', `/events/${event.id}/signups/${removed.id}/restore`, await server.as(manager))
    expect(restored.json<Signup>().answers).toEqual([])
  })

  it('return with a signup that an organiser restores', async () => {
    const [event, user] = [await anAskingEvent(), await aUser(server.db)]
    await signUp(event.id, user, { 1: 'EU' })
    await server.send('DELETE', `/events/${event.id}/signups/${user.id}`, await server.as(manager))
    await server.send('POST', `/events/${event.id}/signups/${user.id}/restore`, await server.as(manager))
    expect(await readOwn(event.id, user)).toEqual(answersOf({ 1: 'EU' }))
  })
})

describe('who sees the answers', () => {
  it('follows from the question: everyone, leads of the team, organisers; without a team only organisers', async () => {
    const event = await anAskingEvent()
    const [player, lead, rival, waiting] = [
      await aUser(server.db),
      await aUser(server.db),
      await aUser(server.db),
      await aUser(server.db),
    ]
    for (const user of [player, waiting]) await signUp(event.id, user, { 1: 'EU', 2: 'win', 3: '12' })
    const [team, other] = [await aTeam(server.db, event.id), await aTeam(server.db, event.id)]
    await aMember(server.db, team, player.id)
    await aMember(server.db, team, lead.id, true)
    await aMember(server.db, other, rival.id, true)
    const seenBy = async (user: User | null) => {
      const answers = await server.get(`/events/${event.id}/signup-answers`, user ? await server.as(user) : {})
      return answers.json<MemberAnswers[]>().map((one) => [one.user_id, ...one.answers.map(({ question_id }) => question_id)])
    }
    for (const user of [null, waiting, player, rival]) expect(await seenBy(user)).toEqual([[player.id, 3]])
    expect(await seenBy(lead)).toEqual([[player.id, 1, 3]])
    expect(await seenBy(manager)).toEqual([[player.id, 1, 2, 3]])
    const list = await server.get(`/events/${event.id}/signups`, await server.as(manager))
    expect(list.json<Signup[]>().map(({ answers }) => answers.length)).toEqual([3, 3])
    const bot = await server.get(`/events/${event.id}/signups`, await asBot())
    expect(bot.json<Signup[]>().map(({ answers }) => answers)).toEqual([answersOf({ 3: '12' }), []])
    const sort = await server.get(`/events/${event.id}/team-sort`, await server.as(manager))
    expect(sort.json<TeamSort>().people.map(({ answers }) => answers.length)).toEqual([3, 3, 0, 0])
  })

  it('does not include anything of another event', async () => {
    const [event, other, player] = [await anAskingEvent(), await anAskingEvent(), await aUser(server.db)]
    await signUp(other.id, player, { 1: 'EU', 3: '12' })
    await aMember(server.db, await aTeam(server.db, event.id), player.id)
    expect((await server.get(`/events/${event.id}/signup-answers`)).json()).toEqual([])
  })
})
