import type { WishReading } from '@muster/contract/wishes'
import { fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { WishForm } from './wish-form.tsx'

const aCandidate = (name: string) => ({ kind: 'unique' as const, name, is_known: true, is_wished: false })
const names: WishReading = { form: 'name', candidates: ['Goldrim', 'Gold Ring', 'Golden Hoop'].map(aCandidate) }
const build: WishReading = { form: 'code', candidates: ['Headhunter', 'Mageblood'].map(aCandidate) }

test('the items of a second text have their own ticks', async () => {
  let reading = names
  vi.stubGlobal('fetch', async () => Response.json(reading))
  seedEvent({ own_team_id: 1 })
  await renderInEvent(<WishForm own={0} />)
  const find = async (text: string) => {
    fireEvent.change(await screen.findByRole('textbox'), { target: { value: text } })
    fireEvent.click(screen.getByRole('button', { name: 'Find' }))
  }
  const isTicked = async (name: RegExp) => (await screen.findByRole<HTMLInputElement>('checkbox', { name })).checked
  await find('gold')
  fireEvent.click(await screen.findByRole('checkbox', { name: /^Golden Hoop/ }))
  reading = build
  await find('a code')
  expect([await isTicked(/^Headhunter/), await isTicked(/^Mageblood/)]).toEqual([true, true])
  expect(screen.getByRole('button', { name: 'Add 2 wishes' })).toBeTruthy()
})
