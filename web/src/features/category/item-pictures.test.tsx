import type { View } from '@muster/domain/objectives/layout'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { changePreferences } from '../../lib/browser/preferences.ts'
import { aCategory, anObjective, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { CategoryPage } from './category-page.tsx'

const origin = 'https://web.poecdn.com'
const address = `${origin}/image/Art/2DItems/Rings/Blackheart.png`
const named = (value: string) => [{ id: 1, field: 'NAME', operator: 'EQ', value, any_of: null }]
const ring = anObjective({ id: 51, name: 'Blackheart', parent_id: 50, required_number: 1, conditions: named('Blackheart') })
const count = anObjective({ id: 71, name: 'Ten of them', parent_id: 7, conditions: named('Blackheart') })
const handed = anObjective({ id: 72, name: 'A drawing of one', parent_id: 7, objective_type: 'SUBMISSION' })
const tree = {
  ...aTree(),
  children: [
    aCategory({ id: 5, name: 'Uniques', children: [aCategory({ id: 50, name: 'Rings', parent_id: 5, children: [ring] })] }),
    aCategory({ id: 7, name: 'Cards', children: [count, handed] }),
  ],
}

const show = (branch_id: number, view: View | null) =>
  renderInEvent(<CategoryPage title="Page" view={view} branch_ids={[branch_id]} search={{}} onSearch={vi.fn()} />)
const pictures = () =>
  [...document.querySelectorAll('img')].map((each) => [each.getAttribute('src'), each.getAttribute('loading')])

function seed(pictured: readonly number[]): void {
  seedEvent({ tree })
  queryClient.setQueryData(read('getItemImages', {}).queryKey, { origin })
  queryClient.setQueryData(
    read('getObjectivePictures', eventInput('current')).queryKey,
    pictured.map((objective_id) => ({ objective_id, address })) as never,
  )
}

beforeEach(() => {
  changePreferences({ itemImages: true })
  seed([51, 71, 72])
})

describe('the picture of an objective', () => {
  test('is decoration before the name, and loads when it comes into view', async () => {
    await show(5, 'uniques')
    const row = screen.getByRole('row', { name: /Blackheart/ })
    expect(pictures()).toEqual([[address, 'lazy']])
    expect(
      within(row)
        .getByRole('button', { name: /^Blackheart/ })
        .querySelector('img')
        ?.getAttribute('alt'),
    ).toBe('')
  })

  test('is on the card; cards of submissions have none', async () => {
    await show(7, 'bounties')
    expect(pictures()).toEqual([[address, 'lazy']])
    expect(document.querySelectorAll('.item-box')).toHaveLength(1)
  })

  test('of a collection loads with the page, wherever its card is', async () => {
    await show(7, 'collections')
    expect(pictures()).toEqual([[address, 'eager']])
  })

  test('is a placeholder of the same size without an address, and after a failed load', async () => {
    seed([])
    const { unmount } = await show(7, 'bounties')
    expect(document.querySelectorAll('.item-box > .item-icon')).toHaveLength(1)
    unmount()
    seed([71])
    await show(7, 'bounties')
    const [picture] = document.querySelectorAll('img')
    if (picture) fireEvent.error(picture)
    expect(document.querySelectorAll('.item-box > .item-icon')).toHaveLength(1)
  })

  test.each([
    ['in this browser', () => changePreferences({ itemImages: false })],
    ['on this server', () => queryClient.setQueryData(read('getItemImages', {}).queryKey, { origin: null })],
  ])('is not requested if pictures are off %s', async (_, switchOff) => {
    switchOff()
    await show(7, 'bounties')
    expect(pictures()).toEqual([])
  })
})
