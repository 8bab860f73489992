import { QueryClientProvider } from '@tanstack/react-query'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { storeToken } from '../../lib/browser/session.ts'
import { aToken } from '../../test-event.tsx'
import { takeToasts, type ToastText } from '../../ui/overlays/show-toast.ts'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { useDraft } from '../drafts/use-draft.ts'
import { Failure } from './failure.ts'
import { queryClient } from './queries.ts'
import { useWriteForm } from './write-form.tsx'

interface Guild {
  name: string
  note: string
  size: number
  kind: 'open' | 'closed'
  is_public: boolean
}
/** Changes while the form is open, as a deadline would. */
let isClosed = false
const send = vi.fn<(values: Guild) => Promise<Guild>>()

function GuildForm() {
  const { form, formProps } = useWriteForm({
    draft: useDraft('guild', 'new', { name: '', note: '', size: 3, kind: 'open', is_public: false } as Guild),
    wireNames: { note: 'remark' },
    refusals: { partner_not_found: 'name' },
    send,
    onDone: (answer, reset) => reset(answer),
  })
  return (
    <Form {...formProps} buttons={<SubmitButton>Save</SubmitButton>}>
      <form.AppField
        name="name"
        validators={{ onChange: ({ value }) => (isClosed ? 'Closed.' : value === '' ? 'A name, please.' : undefined) }}
      >
        {(field) => <field.TextField label="Name" help="As in the game" />}
      </form.AppField>
      <form.AppField name="note">{(field) => <field.TextAreaField label="Note" />}</form.AppField>
      <form.AppField name="size">
        {(field) => <field.RangeField label="Size" min={1} max={9} describe={(count) => `${count} people`} />}
      </form.AppField>
      <form.AppField name="kind">
        {(field) => (
          <field.ChoiceField
            label="Kind"
            choices={[
              { value: 'open', label: 'Open to all' },
              { value: 'closed', label: 'By invitation' },
            ]}
          />
        )}
      </form.AppField>
      <form.AppField name="is_public" validators={{ onSubmit: ({ value }) => (value ? undefined : 'Has to be public.') }}>
        {(field) => <field.CheckField label="Public" isRequired />}
      </form.AppField>
    </Form>
  )
}

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const note = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Note' })
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
const describedBy = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')
const press = () =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  })
const answered = () =>
  act(() => vi.waitFor(() => expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).not.toBe('true')))
const refuse = (problems: Failure['problems'], code: Failure['code'] = 'invalid_request') =>
  send.mockRejectedValueOnce(new Failure(400, code, 'The request is not valid', problems))

const open = () =>
  render(
    <QueryClientProvider client={queryClient}>
      <GuildForm />
      <input aria-label="Elsewhere" />
    </QueryClientProvider>,
  )
let view: ReturnType<typeof open>
beforeEach(() => {
  send.mockReset()
  isClosed = false
  queryClient.clear()
  storeToken(aToken(7))
  view = open()
})
afterEach(() => localStorage.clear())

/** Fills in the required fields. */
function fill() {
  type(name(), 'Lanterns')
  fireEvent.click(screen.getByRole('checkbox', { name: 'Public' }))
}

describe('a form', () => {
  test('has a label and help for each field', () => {
    expect(describedBy(name())).toBe('As in the game')
    expect(screen.getByRole('slider', { name: 'Size' }).getAttribute('aria-valuetext')).toBe('3 people')
    expect(screen.getByRole('group', { name: 'Kind' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('is not sent with errors; shows them beside each field and focuses the first', async () => {
    await press()
    expect(send).not.toHaveBeenCalled()
    expect(describedBy(name())).toBe('A name, please.')
    expect(name().getAttribute('aria-invalid')).toBe('true')
    expect(describedBy(screen.getByRole('checkbox', { name: 'Public' }))).toBe('Has to be public.')
    expect(document.activeElement).toBe(name())
    type(name(), 'Lanterns')
    expect(describedBy(name())).toBe('As in the game')
  })

  test('sends every value once, even when it is pressed again meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Guild>()
    send.mockReturnValue(promise)
    fill()
    type(note(), 'We meet at nine.')
    fireEvent.change(screen.getByRole('slider', { name: 'Size' }), { target: { value: '7' } })
    fireEvent.click(screen.getByRole('radio', { name: 'By invitation' }))
    await press()
    expect(screen.getByRole('button', { name: 'Save' }).getAttribute('aria-busy')).toBe('true')
    await press()
    const sent = { name: 'Lanterns', note: 'We meet at nine.', size: 7, kind: 'closed', is_public: true } as const
    expect(send.mock.calls.map(([values]) => values)).toEqual([sent])
    await act(async () => resolve({ ...sent, name: 'Lanterns of the coast' }))
    expect(name().value).toBe('Lanterns of the coast')
  })

  test('keeps the input when the server refuses, and shows the error beside the field until that is changed', async () => {
    fill()
    type(note(), 'mine')
    refuse([{ field: 'remark', problem: 'is too rude' }])
    await press()
    expect(note().value).toBe('mine')
    expect(describedBy(note())).toBe('This is too rude.')
    expect(document.activeElement).toBe(note())
    expect(screen.getByRole('alert').textContent).toBe('Please check the marked fields.')
    type(note(), 'mine, kindly')
    expect(describedBy(note())).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('can be sent again unchanged', async () => {
    fill()
    refuse([], 'partner_not_found')
    await press()
    expect(describedBy(name())).toBe('The request is not valid')
    send.mockResolvedValueOnce({ name: 'Lanterns', note: '', size: 3, kind: 'open', is_public: true })
    await press()
    expect(send).toHaveBeenCalledTimes(2)
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('validates again at every attempt, because an earlier error may have resolved', async () => {
    isClosed = true
    fill()
    expect(describedBy(name())).toBe('Closed.')
    isClosed = false
    send.mockResolvedValueOnce({ name: 'Lanterns', note: '', size: 3, kind: 'open', is_public: true })
    await press()
    expect(send).toHaveBeenCalledOnce()
  })

  test('shows errors about none of its fields above the buttons', async () => {
    fill()
    refuse([{ field: 'owner', problem: 'is missing' }])
    await press()
    expect(screen.getByRole('alert').textContent).toBe('The request is not valid owner is missing.')
  })
})

const found = () => screen.queryByText(/^Draft from .* that was not sent\.$/)
const draft = () => localStorage.getItem('draft.7.guild.new')

describe('input that was not sent', () => {
  test('is a draft when the form opens again, for the same user', () => {
    type(name(), 'Lanterns')
    view.unmount()
    view = open()
    expect(name().value).toBe('Lanterns')
    expect(found()).toBeTruthy()
    view.unmount()
    storeToken(aToken(8))
    open()
    expect(name().value).toBe('')
    expect(found()).toBeNull()
  })

  test('is no longer a draft when it is typed back, discarded or sent', async () => {
    type(name(), 'Lanterns')
    type(name(), '')
    expect(draft()).toBeNull()
    type(name(), 'Lanterns')
    view.unmount()
    view = open()
    fireEvent.click(screen.getByRole('button', { name: 'Discard draft' }))
    expect([name().value, draft()]).toEqual(['', null])
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(name().value).toBe('Lanterns')
    expect(draft()).toContain('Lanterns')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Public' }))
    send.mockImplementation(async (values) => values)
    await press()
    expect(draft()).toBeNull()
    expect(found()).toBeNull()
  })

  test('stays when it was typed while the previous one was being saved, and is sent next', async () => {
    const { promise, resolve } = Promise.withResolvers<Guild>()
    send.mockReturnValueOnce(promise)
    fill()
    await press()
    const sent = send.mock.calls[0]?.[0] as Guild
    type(note(), 'typed later')
    await act(async () => resolve({ ...sent, name: 'Written by the server' }))
    await answered()
    expect([name().value, note().value]).toEqual(['Lanterns', 'typed later'])
    expect(screen.getByText('Saved. Your changes after that are not saved yet.')).toBeTruthy()
    expect(draft()).toContain('typed later')
    send.mockImplementation(async (values) => values)
    await press()
    expect(send.mock.calls[1]?.[0]).toEqual({ ...sent, note: 'typed later' })
    expect(draft()).toBeNull()
  })

  test('stays after a refusal to a closed form, and a message says so', async () => {
    const toasts: ToastText[] = []
    const leave = takeToasts((toast) => toasts.push(toast))
    const { promise, reject } = Promise.withResolvers<Guild>()
    send.mockReturnValueOnce(promise)
    fill()
    await press()
    view.unmount()
    await act(async () => reject(new Failure(400, 'invalid_request', 'The request is not valid')))
    leave()
    expect(draft()).toContain('Lanterns')
    expect(toasts).toMatchObject([{ title: 'Not saved', text: 'The request is not valid. Your text is kept as a draft.' }])
  })
})

test('a late refusal does not take the focus from a person who types elsewhere', async () => {
  const { promise, reject } = Promise.withResolvers<Guild>()
  send.mockReturnValueOnce(promise)
  fill()
  await press()
  const elsewhere = screen.getByRole('textbox', { name: 'Elsewhere' })
  elsewhere.focus()
  fireEvent.keyDown(elsewhere, { key: 'a' })
  await act(async () => reject(new Failure(400, 'invalid_request', 'no', [{ field: 'name', problem: 'is taken' }])))
  await answered()
  expect(describedBy(name())).toBe('This is taken.')
  expect(document.activeElement).toBe(elsewhere)
})
