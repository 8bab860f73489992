import type { EventRules } from '@muster/contract/event-rules'
import { rulesLength } from '@muster/contract/event-rules'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Row } from '../../db/schema.ts'
import { anEvent, aUser, testNow } from '../../testing/builders.ts'
import { useTestServer } from '../../testing/use-server.ts'

const server = useTestServer()
let event: Row<'events'>
let organiser: Row<'users'>
let asOrganiser: Record<string, string>

beforeEach(async () => {
  server.setNow(testNow)
  event = await anEvent(server.db)
  organiser = await aUser(server.db, { permissions: ['manager'] })
  asOrganiser = await server.as(organiser)
})

const read = (query = '') => server.get(`/events/${event.id}/rules${query}`)
const write = (text: unknown, base_version: unknown = 0) =>
  server.send('PUT', `/events/${event.id}/rules`, asOrganiser, { text, base_version })

describe('the rules of an event', () => {
  it('are empty at first', async () => {
    expect((await read()).json()).toEqual({ version: 0, latest_version: 0, text: '', written_at: null })
  })

  it('are public once written, with the time, and store their author', async () => {
    expect((await write('# No harassment')).json()).toMatchObject({ version: 1, text: '# No harassment' })
    expect((await read()).json()).toEqual({
      version: 1,
      latest_version: 1,
      text: '# No harassment',
      written_at: new Date(testNow).toISOString(),
    })
    const stored = await server.db.selectFrom('event_rules').select('author_id').where('event_id', '=', event.id).execute()
    expect(stored).toEqual([{ author_id: organiser.id }])
  })

  it('keep every version', async () => {
    await write('one')
    await write('two', 1)
    expect((await read()).json<EventRules>()).toMatchObject({ version: 2, text: 'two' })
    expect((await read('?version=1')).json<EventRules>()).toMatchObject({ version: 1, latest_version: 2, text: 'one' })
  })

  it('have no unwritten versions', async () => {
    const answer = await read('?version=7')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'rules_not_found'])
    expect((await read('?version=0')).statusCode).toBe(400)
    expect((await read('?version=99999999999')).statusCode).toBe(400)
  })

  it('are not overwritten by an edit of an older version', async () => {
    await write('one')
    const answer = await write('mine', 0)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'rules_changed'])
    expect((await read()).json<EventRules>().text).toBe('one')
  })

  it('accept one of two simultaneous edits', async () => {
    const answers = await Promise.all(['a', 'b', 'c'].map((text) => write(text)))
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409, 409])
    expect((await read()).json<EventRules>().version).toBe(1)
  })

  it('do not change when the same text is saved again', async () => {
    await write('one')
    expect((await write('one', 1)).json<EventRules>().version).toBe(1)
  })

  it('can be emptied', async () => {
    await write('one')
    expect((await write('', 1)).json<EventRules>()).toMatchObject({ version: 2, text: '' })
  })

  it('refuse a text that is too long, and name the field', async () => {
    const answer = await write('x'.repeat(rulesLength + 1))
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ problems: [{ field: 'text' }] })
    expect((await write('x'.repeat(rulesLength))).statusCode).toBe(200)
  })

  it('refuse a character that the database cannot store', async () => {
    expect((await write('a\u0000b')).statusCode).toBe(400)
    expect((await write('a\ud800')).json()).toMatchObject({ problems: [{ field: 'text' }] })
    expect((await write('\u{1F600}')).statusCode).toBe(200)
  })

  it('are visible to viewers of the event only', async () => {
    const hidden = await anEvent(server.db, { is_public: false })
    expect((await server.get(`/events/${hidden.id}/rules`)).statusCode).toBe(404)
  })
})
