import type { BuildReport } from '@muster/contract/submissions'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../api/calls/queries.ts'
import { encodeBuild } from '../../../api/items/test-builds.ts'
import { readSubmissions } from '../../../api/people/submissions.ts'
import { storeToken } from '../../../lib/browser/session.ts'
import { anEvent, anObjective, aToken, aTree, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { ReportPage } from './report-page.tsx'

const fetched = vi.spyOn(globalThis, 'fetch')
const asks = (field: string, operator: string, value: string) => ({ field, operator, value, any_of: null })
const aLevel = (id: number, required_number: number, more: object = {}) =>
  anObjective({
    id,
    name: `Reach level ${required_number}`,
    objective_type: 'PLAYER',
    number_field: 'PLAYER_LEVEL',
    aggregation: 'EARLIEST',
    required_number,
    ...more,
  })
const tree = aTree(
  anObjective({
    id: 51,
    name: 'An Occultist with a ring',
    conditions: [asks('ITEM_CLASS', 'EQ', 'Ring'), asks('WORN_BY', 'EQ', 'Occultist')],
  }),
  anObjective({ id: 52, name: 'A ring of level 80', conditions: [asks('ITEM_CLASS', 'EQ', 'Ring'), asks('ILVL', 'GT', '79')] }),
  aLevel(53, 90),
  aLevel(54, 95),
  aLevel(55, 80, { valid_to: new Date(now_ms - 60_000).toISOString() }),
)
const xml =
  `<PathOfBuilding><Build level="91" className="Witch" ascendClassName="Occultist"><PlayerStat stat="Life" value="4200.4"/></Build>
  <Items><Item id="1">Rarity: RARE\nGale <![IN]> Loop\nRuby Ring\nItem Level: 79\nImplicits: 0\n{range:0.5}+(20-30) to Strength\n+60 to maximum Life</Item>
  <Item id="2">Rarity: RARE\nDoom Hat\nIron Hat</Item><Item id="3">Rarity: EPIC\nOdd</Item>
  <Slot name="Ring 1" itemId="1"/><Slot name="Helmet" itemId="2"/><Slot name="Belt" itemId="3"/></Items></PathOfBuilding>`.replace(
    '<![IN]>',
    '&lt;b&gt;',
  )
const code = await encodeBuild(xml)

let sent: BuildReport[] = []
let addresses: string[] = []
let isOffline = false
let answer: () => Response = () => Response.json([], { status: 201 })
async function serve(address: unknown, init: RequestInit = {}): Promise<Response> {
  if ((init.method ?? 'GET') === 'GET') return new Promise(() => undefined)
  addresses.push(address as string)
  if (isOffline) throw new TypeError('no network')
  sent.push(JSON.parse(init.body as string) as BuildReport)
  return answer()
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>('Item text')
const press = (name: string) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const paste = (text: string) => act(async () => void fireEvent.change(field(), { target: { value: text } }))

beforeEach(async () => {
  sent = []
  addresses = []
  isOffline = false
  answer = () => Response.json([], { status: 201 })
  fetched.mockReset()
  fetched.mockImplementation(serve)
  localStorage.clear()
  storeToken(aToken(7))
  seedEvent({ events: [anEvent], own_team_id: 1, tree })
  queryClient.setQueryData(readSubmissions('current').queryKey, [])
  await renderInEvent(<ReportPage event={anEvent} login={null} />)
  await act(async () => {})
})
afterEach(() => localStorage.clear())

test('a code shows the numbers and worn items of the character, and two actions send it', async () => {
  await paste(`\n${code.slice(0, 50)}\n${code.slice(50)}`)
  const heading = await screen.findByRole('heading', { name: 'Level 91 Occultist counts 2 times' })
  const results = within(screen.getByRole('region', { name: 'Result' }))
  expect(heading).toBeTruthy()
  expect(results.getByText('4,200')).toBeTruthy()
  expect(results.getByText('Reach level 90')).toBeTruthy()
  expect(results.getByText('The objective asks for 95.')).toBeTruthy()
  expect(results.getByText('Not open at that time')).toBeTruthy()
  expect(results.getByRole('heading', { name: 'Gale <b> Loop, Ruby Ring counts for 1 objective' })).toBeTruthy()
  expect(results.getAllByText('An Occultist with a ring')).not.toHaveLength(0)
  expect(results.getAllByText('Its item level is more than 79')).not.toHaveLength(0)
  expect(results.getByText(/code shows no value of the item: \+\(20-30\) to Strength/)).toBeTruthy()
  expect(results.getByText('1 other item, which counts for nothing here')).toBeTruthy()
  expect(results.getByText('Belt: there is no rarity "EPIC"')).toBeTruthy()
  await press('Send the character (2 results)')
  await vi.waitFor(() => expect(field().value).toBe(''), { timeout: 10_000 })
  expect(sent).toEqual([
    { key: expect.any(String) as string, code, timestamp: new Date(now_ms).toISOString(), proof: '', comment: '' },
  ])
  expect(addresses.at(-1)).toMatch(/\/submissions\/builds$/)
})

test('a refused code says why, and stays', async () => {
  answer = () => Response.json({ error: 'You have reported all of this already', code: 'already_reported' }, { status: 409 })
  await paste(code)
  await screen.findByRole('heading', { name: /^Level 91/ })
  await press('Send the character (2 results)')
  expect(await screen.findByText('Not accepted: You have reported all of this already.')).toBeTruthy()
  expect(field().value).toBe(code)
})

test('a code without a connection waits by the name of the character, and is sent once', async () => {
  isOffline = true
  await paste(code)
  await screen.findByRole('heading', { name: /^Level 91/ })
  await press('Send the character (2 results)')
  const own = within(screen.getByRole('complementary', { name: 'Your reports' }))
  expect(await own.findByText('Level 91 Occultist')).toBeTruthy()
  isOffline = false
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(own.queryByText('Level 91 Occultist')).toBeNull()
  expect(sent.map((report) => report.code)).toEqual([code])
})

test.each([
  ['a link', 'https://pobb.in/Ab3xyz', 'Paste the code, not the link'],
  ['a part of a code', code.slice(0, 60), 'This text cannot be read'],
  [
    'a code of the other game',
    await encodeBuild('<PathOfBuilding2><Build level="1"/></PathOfBuilding2>'),
    'This text cannot be read',
  ],
])('%s is answered, and cannot be sent', async (_, text, title) => {
  await paste(text)
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nothing to send' })).toHaveProperty('disabled', true)
})
