import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { draftForms } from './api/drafts/draft-forms.ts'
import { followPerson } from './api/people/person.ts'
import { storeToken } from './lib/browser/session.ts'
import { aPlan, aToken, noEffect, now_ms, renderInEvent } from './test-event.tsx'
import { seed } from './test-form-seed.ts'
import { cases, event, type FormCase, nothing, sort, tree } from './test-forms.tsx'

// Every form that keeps a draft, with a server that answers four seconds late, or no longer knows the login.

/** Milliseconds until the server answers a write, and the writes so far. */
let delay_ms = 0
let writes = 0
let status = 200
let reply: object = {}

async function serve(address: string, init: RequestInit = {}): Promise<Response> {
  const method = init.method ?? 'GET'
  if (address.endsWith('/submissions/items/what-if')) return Response.json([])
  if (/what-if|preview/.test(address)) return Response.json(noEffect)
  if (method === 'GET') {
    if (address.endsWith('/objectives')) return Response.json(tree)
    if (address.endsWith('/team-sort')) return Response.json(sort)
    if (address.includes('/plan')) return Response.json(aPlan({ entries: [{ objective_id: 50, extra: 'First text' }] }))
    return address.endsWith('/events') ? Response.json([event]) : new Promise(() => undefined)
  }
  writes++
  await new Promise((resolve) => setTimeout(resolve, delay_ms))
  return status === 200
    ? Response.json(reply)
    : Response.json({ error: 'Not authenticated', code: 'not_authenticated' }, { status })
}

let end: () => void
beforeEach(() => {
  vi.useFakeTimers({ now: now_ms })
  vi.stubGlobal('fetch', vi.fn(serve))
  delay_ms = 0
  writes = 0
  status = 200
  localStorage.clear()
  storeToken(aToken(7))
  seed()
  end = followPerson()
})
afterEach(() => {
  cleanup()
  end()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const elsewhere = () => screen.getByTestId<HTMLInputElement>('elsewhere')

async function open({ show, open: press = nothing }: FormCase): Promise<void> {
  await renderInEvent(
    <>
      {show()}
      <input data-testid="elsewhere" />
    </>,
  )
  await pass(100)
  act(() => press())
  await pass(100)
}

const find = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input,textarea,select' })
const laterFieldOf = ({ field, laterField }: FormCase) => laterField ?? field
const textsOf = ({ texts = ['First text', 'Later text'] }: FormCase) => texts
const contentOf = (input: HTMLInputElement) => (input.type === 'checkbox' ? String(input.checked) : input.value)
function enter(label: string | RegExp, value: string): void {
  const input = find(label)
  if (input.type === 'checkbox') fireEvent.click(input)
  else fireEvent.change(input, { target: { value } })
}
const hasDraft = (form: string) => Object.keys(localStorage).some((key) => key.startsWith(`draft.7.${form}.`))

async function fill(form: FormCase): Promise<void> {
  enter(form.field, textsOf(form)[0])
  for (const [label, value] of Object.entries(form.others ?? {})) enter(label, value)
  act(() => form.prepare?.())
  // Sending waits for the preview, which is asked for half a second after the last input.
  await pass(600)
  await pass(100)
}
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getAllByRole('button', { name, hidden: true }).at(-1) ?? document.body))

const all = Object.entries(cases) as [keyof typeof cases, FormCase][]
const sending = all.flatMap(([name, form]) => (form.send === null ? [] : [[name, form, form.send] as const]))

test('every form that keeps a draft is in this list, or has these tests beside its page', () => {
  expect([...Object.keys(cases), 'invitation', 'objective', 'objective_board', 'team_sort'].toSorted()).toEqual(
    [...draftForms].toSorted(),
  )
})

test.each(sending)('%s: the confirming button is the last of its row', async (_, form, send) => {
  await open(form)
  await fill(form)
  const confirming = screen.getAllByRole('button', { name: send, hidden: true }).at(-1)
  const row = confirming?.closest('.button-row')?.querySelectorAll('button') ?? [confirming]
  expect([...row].at(-1)).toBe(confirming)
})

test.each(sending)(
  '%s: an answer after 4 s leaves the person where they type, and the form with its later input',
  async (name, form, send) => {
    delay_ms = 4000
    reply = form.reply ?? {}
    await open(form)
    await fill(form)
    await press(send)
    expect(writes).toBe(1)
    await pass(500)
    enter(laterFieldOf(form), textsOf(form)[1])
    elsewhere().focus()
    for (const letter of 'while they type') {
      fireEvent.keyDown(elsewhere(), { key: letter })
      fireEvent.change(elsewhere(), { target: { value: elsewhere().value + letter } })
      await pass(300)
    }
    await pass(1000)
    expect(elsewhere().value).toBe('while they type')
    expect(document.activeElement).toBe(elsewhere())
    expect(contentOf(find(laterFieldOf(form)))).toBe(textsOf(form)[1])
    expect(hasDraft(name)).toBe(true)
    expect(screen.getByText('Saved. Your changes after that are not saved yet.')).toBeTruthy()
  },
)

/** The page as it opens after a reload and a new login. */
async function returnWith(form: FormCase, user_id: number): Promise<void> {
  cleanup()
  end()
  status = 200
  storeToken(aToken(user_id))
  seed()
  end = followPerson()
  await open(form)
}

test.each(sending)(
  '%s: a login that ends while it is sent keeps the page and the input, and the next login finds it',
  async (_, form, send) => {
    await open(form)
    await fill(form)
    status = 401
    await press(send)
    await pass(100)
    expect(screen.getAllByText('Your login has ended. Your text is kept as a draft.').length).toBeGreaterThan(0)
    expect(screen.queryByText(/do not have permission/)).toBeNull()
    expect(contentOf(find(form.field))).toBe(textsOf(form)[0])
    await returnWith(form, 7)
    expect(contentOf(find(form.field))).toBe(textsOf(form)[0])
    expect(screen.getByText(/^Draft from .* that was not sent\./)).toBeTruthy()
  },
)

test.each(all)(
  '%s: a login that ends while the person types keeps the input for them, and for no other user',
  async (_, form) => {
    await open(form)
    await fill(form)
    act(() => void storeToken(null))
    await pass(100)
    expect(contentOf(find(form.field))).toBe(textsOf(form)[0])
    await returnWith(form, 8)
    expect(contentOf(find(form.field))).not.toBe(textsOf(form)[0])
    await returnWith(form, 7)
    expect(contentOf(find(form.field))).toBe(textsOf(form)[0])
  },
)
