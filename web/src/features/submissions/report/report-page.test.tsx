import type { ItemReport, Submission } from '@muster/contract/submissions'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeToasts, type ToastText } from '../../../ui/overlays/show-toast.ts'
import { clockQuery } from '../../../api/live/clock.ts'
import { queryClient } from '../../../api/calls/queries.ts'
import { readSubmissions } from '../../../api/people/submissions.ts'
import { storeToken } from '../../../lib/browser/session.ts'
import { anEvent, anObjective, aToken, aTree, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { aSubmission as aWaiting, at } from '../../../test-submission.ts'
import { ReportPage } from './report-page.tsx'
import { keepReport } from './waiting-reports.ts'

const fetched = vi.spyOn(globalThis, 'fetch')
const named = (value: string) => [{ field: 'NAME', operator: 'EQ', value, any_of: null }]
const copy = (name: string) => `Item Class: Wands\nRarity: Unique\n${name}\nTornado Wand\n--------\nItem Level: 79`
const tree = aTree(
  anObjective({ id: 51, name: 'Find Tulfall', conditions: named('Tulfall') }),
  anObjective({
    id: 52,
    name: 'A wand of level 80',
    conditions: [...named('Tulfall'), { field: 'ILVL', operator: 'GT', value: '79', any_of: null }],
  }),
  anObjective({ id: 53, name: 'Find Void Battery', conditions: named('Void Battery') }),
  anObjective({ id: 54, name: 'Reach level 90', objective_type: 'PLAYER', number_field: 'PLAYER_LEVEL', aggregation: 'MAXIMUM' }),
)
const aSubmission = (id: number, fields: Partial<Record<keyof Submission, unknown>> = {}) =>
  aWaiting({ id, objective_id: 51, team_id: 1, user_id: 7, proof: '', item_name: 'Tulfall, Tornado Wand', ...fields })

/** Answers of the server to a report, by the name on its third line; a string is the code of a refusal. */
let answers: Record<string, string | Submission[]> = {}
let isOffline = false
let sent: ItemReport[] = []
let toasts: ToastText[] = []
/** The status of a refusal; 409 for others. */
const statuses: Record<string, number> = { rate_limited: 429, internal: 500, not_allowed: 403 }
/** Answers wait for this promise. */
let held: Promise<void> | null = null
async function serve(address: unknown, init: RequestInit = {}): Promise<Response> {
  if ((init.method ?? 'GET') === 'GET' || String(address).endsWith('/what-if')) return new Promise(() => undefined)
  const body = JSON.parse(init.body as string) as ItemReport
  sent.push(body)
  await held
  if (isOffline) throw new TypeError('no network')
  const answer = answers[body.text.split('\n')[2] ?? ''] ?? []
  if (typeof answer !== 'string') return Response.json(answer, { status: 201 })
  return Response.json({ error: `Refused: ${answer}`, code: answer }, { status: statuses[answer] ?? 409 })
}

async function show(event: object = {}, held: readonly Submission[] = [], shownTree = tree): Promise<void> {
  const shown = { ...anEvent, ...event }
  seedEvent({ events: [shown], own_team_id: 1, tree: shownTree })
  queryClient.setQueryData(readSubmissions('current').queryKey, [...held])
  await renderInEvent(<ReportPage event={shown} login={null} />)
  await act(async () => {})
}
const paste = (...texts: readonly string[]) =>
  act(async () => void fireEvent.change(screen.getByLabelText('Item text'), { target: { value: texts.join('\n') } }))
const press = (name: string | RegExp) => act(async () => void fireEvent.click(screen.getByRole('button', { name })))
const fill = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const valueOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const setClock = (minutes: number) =>
  act(async () =>
    queryClient.setQueryData(clockQuery.queryKey, {
      server_ms: now_ms + minutes * 60_000,
      local_ms: performance.now(),
      speed: 1,
    }),
  )
/** Sends a paste without a connection. */
async function queue(...texts: readonly string[]): Promise<void> {
  isOffline = true
  await paste(...texts)
  await press(/^Send/)
  await vi.waitFor(() => expect(own().getAllByText('In the queue')).toHaveLength(texts.length), { timeout: 10_000 })
  isOffline = false
  sent = []
}
const goOnline = () => act(async () => void window.dispatchEvent(new Event('online')))
const own = () => within(screen.getByRole('complementary', { name: 'Your reports' }))

beforeEach(() => {
  answers = {}
  isOffline = false
  sent = []
  toasts = []
  takeToasts((toast) => toasts.push(toast))
  held = null
  fetched.mockReset()
  fetched.mockImplementation(serve)
  localStorage.clear()
  storeToken(aToken(7))
})
afterEach(() => localStorage.clear())

test('a pasted item shows its objectives with their conditions and the near miss, and two actions send it', async () => {
  answers = { Tulfall: [aSubmission(70)] }
  await show()
  expect(screen.getByRole('button', { name: 'Nothing to send' })).toHaveProperty('disabled', true)
  await paste(copy('Tulfall'))
  const [item] = screen.getAllByRole('article')
  expect(within(item as HTMLElement).getByRole('heading', { name: 'Tulfall, Tornado Wand counts for 1 objective' })).toBeTruthy()
  expect(within(item as HTMLElement).getByText('Find Tulfall')).toBeTruthy()
  expect(within(item as HTMLElement).getAllByText('Its name is Tulfall')).not.toHaveLength(0)
  expect(within(item as HTMLElement).getByText('1 of 2')).toBeTruthy()
  expect(within(item as HTMLElement).getAllByText('Its item level is more than 79')).not.toHaveLength(0)
  await press('Send 1 report')
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('Item text').value).toBe(''), { timeout: 10_000 })
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ text: copy('Tulfall'), timestamp: new Date(now_ms).toISOString(), proof: '', comment: '' })
})

test('if nothing matches, the nearest objective is open, with the condition that fails', async () => {
  await show()
  await paste(copy('Moonsorrow').replace('Item Level: 79', 'Item Level: 85'))
  expect(screen.getByRole('heading', { name: 'Moonsorrow, Tornado Wand counts for nothing here' })).toBeTruthy()
  const near = screen.getByText('1 of 2').closest('details')
  expect(near?.open).toBe(true)
  expect(within(near as HTMLElement).getByText(/The item has: “Moonsorrow”/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Nothing to send' })).toBeTruthy()
})

test('a refused item says why and stays with its text, the others of the paste are sent', async () => {
  answers = { Tulfall: 'already_reported', 'Void Battery': [aSubmission(71, { objective_id: 53 })] }
  await show()
  await paste(copy('Tulfall'), copy('Void Battery'))
  await press('Send 2 reports')
  expect(await screen.findByText('Not accepted: Refused: already_reported.')).toBeTruthy()
  expect(sent.map(({ text }) => text)).toEqual([copy('Tulfall'), copy('Void Battery')])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Item text').value).toBe(copy('Tulfall'))
  await press('Send 1 report')
  expect(await screen.findByText('Nothing was sent. The reasons are beside the items.')).toBeTruthy()
})

test('the time follows each new text, and stays while an item of the text stays', async () => {
  await show()
  await paste(copy('Moonsorrow'))
  await setClock(60)
  await paste(copy('Moonsorrow'), copy('Tulfall'))
  await press('Send 1 report')
  await vi.waitFor(() => expect(sent).toHaveLength(1), { timeout: 10_000 })
  expect(sent[0]?.timestamp).toBe(at(0))
  await paste(copy('Void Battery'))
  await press('Send 1 report')
  await vi.waitFor(() => expect(sent).toHaveLength(2), { timeout: 10_000 })
  expect(sent[1]?.timestamp).toBe(at(60))
})

test('an empty text empties the time, and a time that was typed before the paste stays', async () => {
  await show()
  await paste(copy('Tulfall'))
  const first = valueOf('Found')
  await paste('')
  expect(valueOf('Found')).toBe('')
  const typed = first.replace(/^\d{4}/, '2020')
  await fill('Found', typed)
  await paste(copy('Tulfall'))
  expect(valueOf('Found')).toBe(typed)
  await paste(copy('Void Battery'))
  expect(valueOf('Found')).toBe(first)
})

test('items that stay in the field keep their time, proof and note', async () => {
  answers = { 'Void Battery': [aSubmission(71, { objective_id: 53 })] }
  await show()
  await paste(copy('Moonsorrow'), copy('Void Battery'))
  const found = valueOf('Found')
  await fill('Proof', 'https://clips.example/1')
  await fill('Note for the judge', 'At the vendor.')
  await setClock(60)
  await press('Send 1 report')
  await vi.waitFor(() => expect(valueOf('Item text')).toBe(copy('Moonsorrow')), { timeout: 10_000 })
  expect([valueOf('Found'), valueOf('Proof'), valueOf('Note for the judge')]).toEqual([
    found,
    'https://clips.example/1',
    'At the vendor.',
  ])
})

test('two equal items that are both refused: nothing was sent', async () => {
  answers = { Tulfall: 'already_reported' }
  await show()
  await paste(copy('Tulfall'), copy('Tulfall'))
  await press('Send 2 reports')
  expect(await screen.findByText('Nothing was sent. The reasons are beside the items.')).toBeTruthy()
})

test('a form that was left before the answer still reports the refused items', async () => {
  const answer = Promise.withResolvers<void>()
  held = answer.promise
  const [counted, waits] = [aSubmission(71, { objective_id: 53, counts_as: 'reported' }), aSubmission(72, { objective_id: 53 })]
  answers = { Tulfall: 'already_reported', 'Void Battery': [counted, waits] }
  await show()
  await paste(copy('Tulfall'), copy('Void Battery'))
  await press('Send 2 reports')
  await act(async () => void fireEvent.click(screen.getByRole('tab', { name: 'By hand' })))
  await act(async () => answer.resolve())
  await vi.waitFor(() => expect(toasts).toHaveLength(2), { timeout: 10_000 })
  expect(toasts).toMatchObject([
    { title: '2 reports sent', text: 'Judges review them. Points follow once they are approved.' },
    { title: '1 item was not accepted', text: 'Tulfall, Tornado Wand: Refused: already_reported.', kind: 'bad' },
  ])
})

test('a refusal of the whole event is above the button, and the text stays', async () => {
  answers = { Tulfall: 'event_over' }
  await show()
  await paste(copy('Tulfall'))
  await press('Send 1 report')
  expect(await screen.findByText('Refused: event_over')).toBeTruthy()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Item text').value).toBe(copy('Tulfall'))
})

test('without a connection the report waits in the browser, and is sent once with its key and time', async () => {
  isOffline = true
  await show()
  await paste(copy('Tulfall'))
  await press('Send 1 report')
  expect(await own().findByText('In the queue')).toBeTruthy()
  expect(own().getByText('1 report waits for a connection')).toBeTruthy()
  isOffline = false
  answers = { Tulfall: [aSubmission(70)] }
  await act(async () => void window.dispatchEvent(new Event('online')))
  await vi.waitFor(() => expect(own().queryByText('In the queue')).toBeNull(), { timeout: 10_000 })
  expect(sent).toHaveLength(2)
  expect(sent[1]).toEqual(sent[0])
})

test('without a connection only the first item of a paste is tried', async () => {
  isOffline = true
  await show()
  await paste(copy('Tulfall'), copy('Void Battery'), copy('Tulfall'))
  await press('Send 3 reports')
  expect(await own().findByText('3 reports wait for a connection')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a waiting report that the server refuses says why, and goes back into the form with its time, or is removed', async () => {
  await show()
  await queue(copy('Tulfall'), copy('Void Battery'))
  answers = { Tulfall: 'already_reported', 'Void Battery': 'no_objective_matches' }
  await press('Try now')
  expect(await own().findByText('Refused: already_reported')).toBeTruthy()
  expect(await own().findByText('Refused: no_objective_matches')).toBeTruthy()
  expect(own().getAllByText('Not accepted')).toHaveLength(2)
  const row = (name: string) => within(own().getByText(name).closest('li') as HTMLElement)
  await act(async () => void fireEvent.click(row('Void Battery, Tornado Wand').getByRole('button', { name: 'Remove' })))
  expect(own().queryByText('Void Battery, Tornado Wand')).toBeNull()
  await setClock(60)
  await act(async () => void fireEvent.click(screen.getByRole('tab', { name: 'By hand' })))
  await press('Edit and send again')
  expect(valueOf('Item text')).toBe(copy('Tulfall'))
  expect(own().queryByText('Tulfall, Tornado Wand')).toBeNull()
  sent = []
  await press('Send 1 report')
  expect(sent).toMatchObject([{ text: copy('Tulfall'), timestamp: at(0) }])
})

test('a refused report does not replace other items in the form', async () => {
  await show()
  await queue(copy('Tulfall'))
  answers = { Tulfall: 'already_reported' }
  await press('Try now')
  await paste(copy('Void Battery'))
  toasts = []
  await press('Edit and send again')
  expect(toasts).toMatchObject([{ title: 'The form has other items', kind: 'bad' }])
  expect(valueOf('Item text')).toBe(copy('Void Battery'))
  expect(own().getByText('Not accepted')).toBeTruthy()
})

test('an error of the server leaves a report waiting, and the others are sent', async () => {
  await show()
  await queue(copy('Tulfall'), copy('Void Battery'))
  answers = { Tulfall: 'internal' }
  await goOnline()
  await vi.waitFor(() => expect(own().queryByText('Void Battery, Tornado Wand')).toBeNull(), { timeout: 10_000 })
  expect(own().getByText('Tulfall, Tornado Wand')).toBeTruthy()
  expect(own().getByText('In the queue')).toBeTruthy()
  expect(sent).toHaveLength(2)
})

test.each(['rate_limited', 'not_allowed'])('%s: all reports wait for the next try', async (code) => {
  await show()
  await queue(copy('Tulfall'), copy('Void Battery'))
  answers = { Tulfall: code, 'Void Battery': code }
  await goOnline()
  expect(own().getAllByText('In the queue')).toHaveLength(2)
  expect(sent).toHaveLength(1)
})

test('a report that is removed while the others are sent is not sent, and does not come back', async () => {
  await show()
  await queue(copy('Tulfall'), copy('Void Battery'))
  answers = { Tulfall: 'already_reported', 'Void Battery': 'already_reported' }
  const answer = Promise.withResolvers<void>()
  held = answer.promise
  await goOnline()
  for (const button of own().getAllByRole('button', { name: 'Remove' })) await act(async () => void fireEvent.click(button))
  await act(async () => answer.resolve())
  expect(own().getByText('None yet.')).toBeTruthy()
  expect(sent).toHaveLength(1)
})

test('a browser with 100 waiting reports accepts no other: the items stay in the form, which says so', async () => {
  const report = { name: 'Tulfall', text: copy('Tulfall'), timestamp: at(0), proof: '', comment: '', refusal: 'Refused' }
  const author = { user_id: 7, event_id: anEvent.id }
  for (let key = 0; key < 100; key++) expect(keepReport(author, { ...report, key: `${key}` })).toBe(true)
  expect(keepReport(author, { ...report, key: '7', refusal: '' })).toBe(true)
  isOffline = true
  await show()
  await paste(copy('Void Battery'))
  await press('Send 1 report')
  expect(await screen.findByText(/this browser cannot keep more waiting reports/)).toBeTruthy()
  expect(valueOf('Item text')).toBe(copy('Void Battery'))
  const stored = Object.entries(localStorage).filter(([place]) => place.includes('.waiting.'))
  expect(stored).toHaveLength(100)
  expect(stored.filter(([, entry]) => String(entry).split('Item Class').length !== 2)).toEqual([])
})

test('waiting reports belong to their author', async () => {
  isOffline = true
  await show()
  await paste(copy('Tulfall'))
  await press('Send 1 report')
  await own().findByText('In the queue')
  isOffline = false
  await act(async () => void storeToken(aToken(8)))
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(own().queryByText('In the queue')).toBeNull()
  expect(sent).toHaveLength(1)
})

test('in an event that accepts no reports some objectives still accept them, each by its own rules; a proof is needed if one asks for it', async () => {
  const own = (id: number, rules: object) => anObjective({ id, name: `No. ${id}`, conditions: named('Tulfall'), ...rules })
  const strict = own(52, { reports: 'reviewed' })
  const lax = own(51, { reports: 'honour', report_proof: 'optional' })
  await show({ reports: 'refused', report_proof: 'screenshot' }, [], aTree(lax, strict, own(53, {})))
  await paste(copy('Tulfall'))
  const rules = ['No. 51', 'No. 52', 'No. 53'].map((name) => screen.queryByText(name)?.closest('section')?.textContent)
  const wanted = [/Counts at once, on your word\. $/, /Counts once a judge agrees\. A report needs a screenshot\.$/]
  expect(rules).toEqual([...wanted.map((text) => expect.stringMatching(text)), undefined])
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send 2 reports' }).disabled).toBe(true)
  expect(screen.getByText('Add a screenshot.')).toBeTruthy()
})

test('each own report has one state, and the usual wait is that of the latest decisions', async () => {
  const decided = (id: number, fields: object) => aSubmission(id, { submitted_at: at(-50), reviewed_at: at(-30), ...fields })
  await show({}, [
    aSubmission(60),
    aSubmission(61, { counts_as: 'reported' }),
    decided(62, { approval_status: 'APPROVED', counts_as: 'confirmed' }),
    decided(67, { review_comment: 'Please add a clip.', reviewer_id: 9 }),
    decided(63, { approval_status: 'REJECTED', review_comment: 'The clip starts too late.' }),
    ...[64, 65, 66].map((id) => decided(id, { user_id: 8, approval_status: 'APPROVED' })),
  ])
  const states = own()
    .getAllByRole('listitem')
    .map((row) => /A judge asks|Sent, waiting|Counted, on your word|Approved|Rejected/.exec(row.textContent ?? '')?.[0])
  expect(states).toEqual(['A judge asks', 'Rejected', 'Approved', 'Counted, on your word', 'Sent, waiting'])
  expect(own().getByText('The clip starts too late.')).toBeTruthy()
  expect(own().getByText('Judges answer in about 20 min.')).toBeTruthy()
})

test('objectives with a number are reported by hand, unless the event accepts no reports', async () => {
  await show()
  await act(async () => void fireEvent.click(screen.getByRole('tab', { name: 'By hand' })))
  expect(screen.getByRole('button', { name: /Reach level 90/ })).toBeTruthy()
})

test('an event without reports offers neither paste nor numbers', async () => {
  await show({ reports: 'refused' })
  expect(screen.queryByRole('tab')).toBeNull()
  expect(screen.getByText('No open objective accepts a report by hand.')).toBeTruthy()
})
