import { cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { changePreferences } from '../../lib/browser/preferences.ts'
import { renderInEvent, seedEvent } from '../../test-event.tsx'
import { queryClient, read } from '../calls/queries.ts'
import { findKind, findKindOfItem, findKindOfObjective } from './item-kind.ts'
import { allowPicture, ItemPicture, useItemImages } from './item-picture.tsx'

const origin = 'https://web.poecdn.com'
const icon = `${origin}/image/Art/2DItems/Rings/Ring3.png`

function Shown({ address }: { address: string }) {
  return <ItemPicture src={allowPicture(address, useItemImages())} kind="ring" />
}
const show = async (address: string) => {
  await renderInEvent(<Shown address={address} />)
  return document.querySelector('img')
}

describe('the picture of an item', () => {
  beforeEach(() => {
    cleanup()
    changePreferences({ itemImages: true })
    seedEvent({})
    queryClient.setQueryData(read('getItemImages', {}).queryKey, { origin })
  })

  test('is loaded lazily from the game’s host, without a referrer', async () => {
    const picture = await show(icon)
    expect(picture?.getAttribute('src')).toBe(icon)
    expect(picture?.getAttribute('loading')).toBe('lazy')
    expect(picture?.getAttribute('referrerpolicy')).toBe('no-referrer')
  })

  test.each(['https://pictures.example/a.png', 'https://web.poecdn.com.example/a.png', 'javascript:alert(1)', ''])(
    'is not requested from other hosts: %s',
    async (address) => {
      expect(await show(address)).toBeNull()
      expect(document.querySelector('.item-icon')).not.toBeNull()
    },
  )

  test('is not requested if pictures are switched off', async () => {
    changePreferences({ itemImages: false })
    expect(await show(icon)).toBeNull()
  })

  test('is replaced by a drawing if it cannot be loaded', async () => {
    const picture = await show(icon)
    if (picture) fireEvent.error(picture)
    expect(document.querySelector('img')).toBeNull()
    expect(document.querySelector('.item-icon')).not.toBeNull()
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('the kind of item to draw', () => {
  test.each([
    ['Two-Stone Ring', 'ring'],
    ['Thrusting One Hand Sword', 'sword'],
    ['Body Armour', 'body'],
    ['Full Wyrmscale', undefined],
    ['2DItems/Armours/BodyArmours/BodyDex2A', 'body'],
    ['2DItems/Maps/Atlas2Maps/New/Beach', 'map'],
    ['MapFragment', 'fragment'],
    ['Sulphite Scarab', 'scarab'],
    ['Deafening Essence of Anger', 'essence'],
    ['Pristine Fossil', 'fossil'],
    ['Divine Life Flask', 'flask'],
    ['Cobalt Jewel', 'jewel'],
    ['StackableCurrency', 'orb'],
    ['HeistContract', 'paper'],
  ])('%s', (text, kind) => expect(findKind(text)).toBe(kind))

  test('frames decide gems and cards, a base says more than its picture, and unclear items are a box', () => {
    expect(findKindOfItem({ base_type: 'Cleave', frame_type: 4 })).toBe('gem')
    expect(findKindOfItem({ base_type: 'The Doctor', frame_type: 6 })).toBe('card')
    expect(
      findKindOfItem({
        base_type: 'Full Wyrmscale',
        icon: `${origin}/image/Art/2DItems/Armours/BodyArmours/A.png`,
        frame_type: 2,
      }),
    ).toBe('body')
    expect(findKindOfItem({ base_type: 'Hinekora’s Lock', frame_type: 5 })).toBe('other')
  })

  test('an objective is drawn by its conditions, unless it is not an item', () => {
    const condition = (field: string, operator: string, value: string) => ({ field, operator, value }) as never
    const item = (...conditions: never[]) => findKindOfObjective({ objective_type: 'ITEM', conditions })
    expect(item(condition('NAME', 'EQ', 'Goldrim'), condition('BASE_TYPE', 'EQ', 'Iron Ring'))).toBe('ring')
    expect(item(condition('ITEM_CLASS', 'NOT_IN', 'Ring'), condition('BASE_TYPE', 'IN', 'Leather Belt,Ring'))).toBe('belt')
    expect(item(condition('ILVL', 'GT', '80'))).toBe('other')
    expect(findKindOfObjective({ objective_type: 'SUBMISSION', conditions: [] })).toBeUndefined()
  })
})
