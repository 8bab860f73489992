import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storeToken } from '../../lib/browser/session.ts'
import { aToken, renderInEvent, seedEvent } from '../../test-event.tsx'
import { RulesEditor } from './rules-editor.tsx'

const rules = { version: 3, latest_version: 3, text: '# Old', written_at: '2026-11-21T10:00:00Z' }
const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const bodyOf = (call: number): unknown => {
  const body = fetched.mock.calls[call]?.[1]?.body
  return JSON.parse(typeof body === 'string' ? body : 'null')
}
const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Text' })
const write = (text: string) => fireEvent.change(field(), { target: { value: text } })
const press = async (name: RegExp | string) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
}
const fetched = vi.spyOn(globalThis, 'fetch')
const onClose = vi.fn()

beforeEach(async () => {
  fetched.mockReset()
  onClose.mockReset()
  seedEvent({})
  storeToken(aToken(7))
  await renderInEvent(<RulesEditor rules={rules} onClose={onClose} />)
})
afterEach(() => {
  vi.clearAllMocks()
  localStorage.clear()
})

test('the text has a preview, and is published on top of the version that was read', async () => {
  write('# New\n<b>bold</b>')
  expect(screen.getByRole('heading', { level: 3, name: 'New' })).toBeTruthy()
  expect(screen.getByText('<b>bold</b>')).toBeTruthy()
  fetched.mockResolvedValueOnce(answer(200, { ...rules, version: 4, latest_version: 4, text: '# New' }))
  await press('Publish version 4')
  expect(bodyOf(0)).toEqual({ text: '# New\n<b>bold</b>', base_version: 3 })
  expect(onClose).toHaveBeenCalledOnce()
})

test('a refusal says why and keeps the text', async () => {
  write('mine')
  fetched.mockResolvedValueOnce(answer(403, { error: 'You do not have permission to do this', code: 'not_allowed' }))
  await press(/Publish/)
  expect(screen.getByRole('alert').textContent).toBe('You do not have permission to do this')
  expect(field().value).toBe('mine')
  expect(onClose).not.toHaveBeenCalled()
})

test('an editor overtaken by another one keeps the text, sees both, and may replace the other version knowingly', async () => {
  write('mine')
  fetched.mockResolvedValueOnce(
    answer(409, { error: 'Someone else has changed the rules in the meantime', code: 'rules_changed' }),
  )
  fetched.mockResolvedValueOnce(answer(200, { ...rules, version: 4, latest_version: 4, text: 'theirs' }))
  await press(/Publish/)
  expect(screen.getByRole('alert').textContent).toContain('published version 4')
  expect(field().value).toBe('mine')
  // Both versions are visible.
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Version 4, published by another organiser' }).value).toBe(
    'theirs',
  )
  fetched.mockResolvedValueOnce(answer(200, { ...rules, version: 5, latest_version: 5, text: 'mine' }))
  await press('Publish version 5')
  expect(bodyOf(2)).toMatchObject({ base_version: 4 })
})

test('an editor overtaken by another one may continue from the other text, and get their own back', async () => {
  write('mine')
  fetched.mockResolvedValueOnce(answer(409, { error: 'Someone else was faster', code: 'rules_changed' }))
  fetched.mockResolvedValueOnce(answer(200, { ...rules, version: 4, latest_version: 4, text: 'theirs' }))
  await press(/Publish/)
  await press('Use this text instead of mine')
  expect(field().value).toBe('theirs')
  expect(screen.queryByRole('textbox', { name: /published by another organiser/ })).toBeNull()
})

test('nothing is published without a change or with a text that is too long', () => {
  const publish = () => screen.getByRole<HTMLButtonElement>('button', { name: /Publish/ })
  expect(publish().disabled).toBe(true)
  write('x'.repeat(20_001))
  expect(publish().disabled).toBe(true)
  expect(screen.getByText(/at most 20,000 characters/)).toBeTruthy()
})

test('leaving asks first after a change', async () => {
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
  write('mine')
  await press('Cancel')
  expect(onClose).toHaveBeenCalledOnce()
  expect(screen.getByRole('dialog', { name: 'Discard your changes?' })).toBeTruthy()
  await press('Discard')
  expect(onClose).toHaveBeenCalledTimes(2)
})
