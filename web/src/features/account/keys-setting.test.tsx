import type { OwnKey } from '@muster/contract/keys'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { KeysSetting } from './keys-setting.tsx'

let keys: OwnKey[]
let sent: unknown[]

const made = { id: 4, name: 'Discord bot', scopes: ['public', 'team'], made_at: '2026-01-10T18:00:00.000Z' } as OwnKey

beforeEach(async () => {
  keys = []
  sent = []
  seedEvent({})
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const method = init?.method ?? 'GET'
    if (method === 'GET') return Response.json(keys)
    sent.push([method, init?.body ? JSON.parse(init.body as string) : null])
    keys = method === 'POST' ? [{ ...made, expires_at: null, last_used_at: null }] : []
    return method === 'POST'
      ? Response.json({ key: keys[0], secret: 'muster_shown-once' }, { status: 201 })
      : new Response(null, { status: 204 })
  })
  await renderInEvent(<KeysSetting />)
})
afterEach(() => {
  vi.restoreAllMocks()
  cleanup()
})

const press = (name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  fireEvent.click(within_.getByRole('button', { name }))
const shown = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'The key Discord bot' })?.value

test('a key is made in a form, shown once, and revoked after a confirmation that names the consequence', async () => {
  expect(await screen.findByText(/You have no keys/)).toBeDefined()
  press('Make a key')
  const form = within(await screen.findByRole('dialog'))
  press('Make a key', form)
  expect(await form.findByText(/Enter a name/)).toBeDefined()
  expect(sent).toEqual([])
  fireEvent.change(form.getByRole('textbox', { name: 'Name of the key' }), { target: { value: ' Discord bot ' } })
  fireEvent.click(form.getByRole('checkbox', { name: /members of your team/ }))
  fireEvent.change(form.getByRole('combobox', { name: 'The key expires' }), { target: { value: 'never' } })
  press('Make a key', form)
  await expect.poll(shown).toBe('muster_shown-once')
  expect(sent).toEqual([['POST', { name: 'Discord bot', scopes: ['public', 'team'], expires_at: null }]])
  expect(await screen.findByText(/public data · team data · made on .*, not used yet$/)).toBeDefined()
  press('I have stored it')
  expect(shown()).toBe(undefined)

  fireEvent.click(screen.getByRole('button', { name: /^Revoke ?Discord bot/ }))
  expect(await screen.findByText(/next call of every program/)).toBeDefined()
  expect(sent).toHaveLength(1)
  press('Revoke the key')
  expect(await screen.findByText(/You have no keys/)).toBeDefined()
  expect(sent[1]).toEqual(['DELETE', null])
})

test('the text of a new key is nowhere in the storage of the browser', async () => {
  await screen.findByText(/You have no keys/)
  press('Make a key')
  const form = within(await screen.findByRole('dialog'))
  fireEvent.change(form.getByRole('textbox', { name: 'Name of the key' }), { target: { value: 'Discord bot' } })
  press('Make a key', form)
  await expect.poll(shown).toBe('muster_shown-once')
  expect(JSON.stringify({ ...localStorage }) + JSON.stringify({ ...sessionStorage })).not.toContain('shown-once')
})
