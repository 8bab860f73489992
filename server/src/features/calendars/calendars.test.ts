import ICAL from 'ical.js'
import { sync as nodeIcal } from 'node-ical'
import { expect, it } from 'vitest'
import { aMember, anEvent, anObjective, aTeam, aUser, eventEnd, eventStart } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
const hour_ms = 3_600_000

/** The entries of a calendar file, as two independent programs read them. */
function readBoth(file: string) {
  const first = new ICAL.Component(ICAL.parse(file) as unknown[]).getAllSubcomponents('vevent').map((one) => {
    const event = new ICAL.Event(one)
    return { uid: event.uid, title: event.summary, from: event.startDate.toJSDate().getTime(), text: event.description ?? '' }
  })
  const second = Object.values(nodeIcal.parseICS(file)).flatMap((one) =>
    one?.type === 'VEVENT'
      ? [{ uid: one.uid, title: one.summary, from: one.start.getTime(), text: (one.description as string | undefined) ?? '' }]
      : [],
  )
  const order = (list: typeof first) => list.toSorted((a, b) => (a.uid < b.uid ? -1 : 1))
  return [order(first), order(second as typeof first)] as const
}

const addressOf = (event_id: number) => `/events/${event_id}/calendar.ics`

async function read(path: string) {
  const { statusCode, headers, body } = await server.get(path)
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/calendar'])
  const [first, second] = readBoth(body)
  expect(first).toEqual(second)
  return first
}

it('two independent programs read the dates of an event, whatever its texts', async () => {
  const event = await anEvent(server.db, { name: 'Große; Liga, "A\\B" <b>: ☀ (PL1)' })
  const root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY' })
  const valid_to = new Date(eventStart + 2 * hour_ms)
  await anObjective(server.db, event.id, { parent_id: root.id, valid_to, name: `BEGIN:VEVENT ${'lang '.repeat(40)}測試 ☀` })
  const dates = await read(addressOf(event.id))
  expect(dates.map(({ title, from }) => [title.slice(-40), from])).toEqual([
    [expect.stringContaining('測試 ☀'), eventStart],
    ['Große; Liga, "A\\B" <b>: ☀', eventStart],
    [expect.stringContaining('signups close'), event.application_end_time.getTime()],
    [expect.stringContaining('signups open'), event.application_start_time.getTime()],
  ])
})

it('the event has an end, and a link to its page', async () => {
  const event = await anEvent(server.db)
  const { body } = await server.get(addressOf(event.id))
  const play = new ICAL.Component(ICAL.parse(body) as unknown[])
    .getAllSubcomponents('vevent')
    .find((one) => String(one.getFirstPropertyValue('uid')).startsWith(`event-${event.id}-play@`))
  expect(play?.getFirstPropertyValue('dtend')?.toString()).toBe(new Date(eventEnd).toISOString().replace('.000', ''))
  expect(play?.getFirstPropertyValue('url')).toMatch(new RegExp(`/\\?event=${event.id}$`))
})

it('a hidden event has no calendar, and an objective that opens later shows its time only', async () => {
  const hidden = await anEvent(server.db, { is_public: false })
  expect((await server.get(addressOf(hidden.id))).statusCode).toBe(404)
  const event = await anEvent(server.db)
  const root = await anObjective(server.db, event.id, { objective_type: 'CATEGORY' })
  const valid_from = new Date(eventStart + 5 * hour_ms)
  const secret = await anObjective(server.db, event.id, { parent_id: root.id, name: 'The secret boss', valid_from })
  const readFile = async () => (await server.get(addressOf(event.id))).body
  const before = await readFile()
  expect(before).toContain('1 objective')
  await server.db
    .updateTable('objectives')
    .set({ name: 'Something else', required_number: 9, objective_type: 'SUBMISSION' })
    .where('id', '=', secret.id)
    .execute()
  expect(await readFile()).toBe(before)
})

it('a personal calendar has the public events of its owner, and only the newest address opens it', async () => {
  const person = await aUser(server.db)
  const login = await server.as(person)
  const make = async () => (await server.send('PUT', '/users/self/calendar', login)).json<{ address: string }>().address
  const made_at = async () => (await server.get('/users/self/calendar', login)).json<{ made_at: string | null }>().made_at
  expect(await made_at()).toBe(null)
  const [joined, foreign, hidden] = [
    await anEvent(server.db, { name: 'Joined' }),
    await anEvent(server.db, { name: 'Foreign' }),
    await anEvent(server.db, { name: 'Hidden', is_public: false }),
  ]
  for (const event of [joined, hidden]) await aMember(server.db, await aTeam(server.db, event.id), person.id)
  const first = new URL(await make())
  const pathOf = ({ pathname, search }: URL) => `${pathname.replace(/^\/api/, '')}${search}`
  const titles = (await read(pathOf(first))).map(({ title }) => title)
  expect(titles.toSorted()).toEqual(['Joined', 'Joined: signups close', 'Joined: signups open'])
  expect(titles.join()).not.toContain(foreign.name)
  expect(await made_at()).not.toBe(null)

  const second = new URL(await make())
  const statusOf = async (address: URL) => (await server.get(pathOf(address))).statusCode
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200])
  await server.send('DELETE', '/users/self/calendar', login)
  expect([await statusOf(second), await made_at()]).toEqual([404, null])
})
