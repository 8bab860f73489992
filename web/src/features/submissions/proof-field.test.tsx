import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../api/calls/queries.ts'
import { readSubmissions } from '../../api/people/submissions.ts'
import { storeToken } from '../../lib/browser/session.ts'
import { anEvent, anObjective, aToken, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { ItemReportForm } from './report/item-report-form.tsx'

const fetched = vi.fn<typeof fetch>()
const copied = 'Item Class: Wands\nRarity: Unique\nTulfall\nTornado Wand\n--------\nItem Level: 79'
const conditions = [{ field: 'NAME', operator: 'EQ', value: 'Tulfall', any_of: null }]
const tulfall = (id: number, report_proof: string | null = null) =>
  anObjective({ id, name: `No. ${id}`, conditions, report_proof })
/** Uploads are answered with the next id, or refused. */
let isRefused = false
let uploads: string[] = []
let reports: { proof: string }[] = []
/** A picture is drawn, and an upload is answered, once these resolve. */
let gates: Record<'drawing' | 'upload', Promise<void>>
const drawn = vi.fn()
const sizes: [number, number][] = []

async function serve(input: unknown, init: RequestInit = {}): Promise<Response> {
  if ((init.method ?? 'GET') === 'GET')
    return String(input).includes('/proof-pictures/')
      ? new Response('picture', { headers: { 'content-type': 'image/webp' } })
      : new Promise(() => undefined)
  // The points of a report, which are asked for before it is sent.
  if (String(input).endsWith('/what-if')) return new Promise(() => undefined)
  const body = JSON.parse(init.body as string) as { picture: string; proof: string }
  if (!String(input).endsWith('/proof-pictures')) {
    reports.push(body)
    return Response.json([], { status: 201 })
  }
  uploads.push(body.picture)
  await gates.upload
  const problems = [{ field: 'picture', problem: 'is one too many' }]
  return isRefused
    ? Response.json({ error: 'The request is not valid', code: 'invalid_request', problems }, { status: 400 })
    : Response.json({ id: 16 + uploads.length }, { status: 201 })
}

beforeEach(async () => {
  isRefused = false
  uploads = []
  reports = []
  gates = { drawing: Promise.resolve(), upload: Promise.resolve() }
  sizes.length = 0
  localStorage.clear()
  storeToken(aToken(7))
  vi.stubGlobal('fetch', fetched)
  fetched.mockImplementation(serve)
  vi.stubGlobal('createImageBitmap', async (file: File) => {
    if (file.size === 0) throw new Error('not a picture')
    await gates.drawing
    return { width: 3840, height: 2160, close: () => undefined }
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: drawn } as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toDataURL').mockImplementation(function (this: HTMLCanvasElement) {
    sizes.push([this.width, this.height])
    return 'data:image/jpeg;base64,AAAA'
  })
  await show(tulfall(51))
})
async function show(...objectives: ReturnType<typeof tulfall>[]) {
  seedEvent({ events: [anEvent], own_team_id: 1, tree: aTree(...objectives) })
  queryClient.setQueryData(readSubmissions('current').queryKey, [])
  await renderInEvent(<ItemReportForm event={anEvent} user_id={7} />)
}
afterEach(() => {
  vi.unstubAllGlobals()
  queryClient.clear()
})

const aFile = (content = 'bytes') => new File([content], 'find.png', { type: 'image/png' })
const choose = (file: File) =>
  act(async () => void fireEvent.change(screen.getByLabelText('Add a screenshot'), { target: { files: [file] } }))
const fill = (label: string, value: string) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { value } }))
const pasteIn = (place: Element, files: readonly File[], types = ['Files']) => {
  const event = new Event('paste', { bubbles: true, cancelable: true })
  return act(async () => place.dispatchEvent(Object.assign(event, { clipboardData: { files, types } })))
}
const pasteInPage = (...files: File[]) => pasteIn(document.body, files)
const dropInProof = (files: readonly File[], types: readonly string[]) =>
  act(async () => fireEvent.drop(screen.getByLabelText('Proof'), { dataTransfer: { files, types } }))
const send = () =>
  act(async () => void fireEvent.submit(screen.getByLabelText<HTMLTextAreaElement>('Proof').form as HTMLFormElement))

test('a chosen screenshot is redrawn at most 1920 pixels wide, stored, and named by the report', async () => {
  await fill('Item text', copied)
  await fill('Proof', 'at noon')
  await choose(aFile())
  expect(await screen.findByAltText('Screenshot 1')).toHaveProperty('src', expect.stringMatching(/^data:image\/webp;base64,/))
  expect(sizes).toEqual([[1920, 1080]])
  expect(uploads).toEqual(['AAAA'])
  expect(screen.getByLabelText<HTMLTextAreaElement>('Proof').value).toBe('at noon')
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: /^Send/ })))
  await vi.waitFor(() => expect(reports).toHaveLength(1), { timeout: 10_000 })
  expect(reports[0]?.proof).toBe(`at noon\n/api/events/${anEvent.id}/proof-pictures/17`)
})

test('pasted and dropped pictures are added, and can be removed', async () => {
  await pasteInPage(aFile())
  expect(await screen.findByAltText('Screenshot 1')).toBeDefined()
  await dropInProof([aFile()], ['Files'])
  expect(await screen.findByAltText('Screenshot 2')).toBeDefined()
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Remove screenshot 1' })))
  expect(screen.getAllByAltText(/Screenshot/)).toHaveLength(1)
  expect(uploads).toHaveLength(2)
})

test('pasted text stays text', async () => {
  await pasteInPage()
  expect(uploads).toEqual([])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('text pasted into a field stays text, even if a picture of it comes along', async () => {
  const isLeftToBrowser = await pasteIn(screen.getByLabelText('Item text'), [aFile()], ['text/plain', 'Files'])
  expect(isLeftToBrowser).toBe(true)
  await pasteIn(document.body, [aFile()], ['text/plain', 'Files'])
  expect(await screen.findByAltText('Screenshot 1')).toBeDefined()
  expect(uploads).toHaveLength(1)
})

test('a dropped file that is not a picture does not replace the page, and a dropped text is left to the browser', async () => {
  expect(await dropInProof([new File(['log'], 'Client.txt', { type: 'text/plain' })], ['Files'])).toBe(false)
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot read that file/)
  expect(await dropInProof([], ['text/plain'])).toBe(true)
  expect(uploads).toEqual([])
})

test.each(['drawing', 'upload'] as const)('a report waits for its screenshot, and no other is added: %s', async (step) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gates[step] = promise
  await fill('Item text', copied)
  await act(async () => {
    void pasteInPage(aFile())
    void pasteInPage(aFile())
  })
  expect(await screen.findByRole('button', { name: 'Sending the screenshot' })).toBeDefined()
  expect(screen.getByRole('alert').textContent).toMatch(/^Not added: another screenshot was still being sent/)
  await send()
  expect(reports).toEqual([])
  await act(async () => resolve())
  expect(await screen.findByAltText('Screenshot 1')).toBeDefined()
  await screen.findByRole('button', { name: /^Send 1/ })
  await send()
  await vi.waitFor(() => expect(reports).toHaveLength(1), { timeout: 10_000 })
  expect(reports[0]?.proof).toBe(`/api/events/${anEvent.id}/proof-pictures/17`)
  expect(uploads).toHaveLength(1)
})

test('an unreadable file is not sent', async () => {
  await choose(aFile(''))
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot read that file/)
  expect(uploads).toEqual([])
})

test('a refusal is shown, and the proof stays', async () => {
  isRefused = true
  await fill('Proof', 'at noon')
  await choose(aFile())
  expect(await screen.findByText(/picture is one too many/)).toBeDefined()
  expect(screen.getByLabelText<HTMLTextAreaElement>('Proof').value).toBe('at noon')
})

test('a report for objectives that ask for different proofs says all that is missing, and is sent with all of them', async () => {
  cleanup()
  await show(tulfall(51, 'screenshot'), tulfall(52, 'clip'), tulfall(53, 'required'))
  await fill('Item text', copied)
  const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Send 3 reports' })
  expect(screen.getByText('A report needs a screenshot. A report needs a link to a clip.', { exact: false })).toBeDefined()
  expect(screen.getByText('Add a screenshot. Add a link to a clip, beginning with https://.')).toBeDefined()
  await choose(aFile())
  await screen.findByAltText('Screenshot 1')
  expect(screen.getByText('Add a link to a clip, beginning with https://.')).toBeDefined()
  expect(button().disabled).toBe(true)
  await fill('Proof (required)', 'https://clips.example/2')
  await act(async () => void fireEvent.click(button()))
  await vi.waitFor(() => expect(reports).toHaveLength(1))
  expect(reports[0]?.proof).toBe(`https://clips.example/2\n/api/events/${anEvent.id}/proof-pictures/17`)
})
