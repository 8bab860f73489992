import { describe, expect, test } from 'vitest'
import { buildScoreTree } from '../../api/scores/score-tree.ts'
import { aCategory, aTree } from '../../test-event.tsx'
import { findTab, listTreeTabs } from './score-tabs.ts'

let next = 100
const aShelf = (name: string, extra = '') => aCategory({ id: next++, name, extra })
const tabsOf = (...categories: ReturnType<typeof aShelf>[]) => {
  next = 100
  return listTreeTabs(buildScoreTree({ objective: { ...aTree(), children: categories } }, []).categories)
}

describe('the pages of a tree', () => {
  test('S-01: follow the layout, for any names of categories', () => {
    const tabs = tabsOf(aShelf('Shelves', '{"layout":{"view":"collections","tab":"Shelf"}}'), aShelf('Uniques'))
    expect(tabs.map(({ slug, title }) => [slug, title])).toEqual([
      ['uniques', 'Uniques'],
      ['collections', 'Shelf'],
    ])
  })

  test('put branches of one view on one page', () => {
    const [uniques, ...more] = tabsOf(aShelf('Uniques'), aShelf('Focus Uniques'))
    expect(more).toEqual([])
    expect(uniques?.branch_ids).toHaveLength(2)
  })

  test('give a category without a view a page of its own, and personal objectives none', () => {
    const tabs = tabsOf(
      aShelf('Personal Objectives'),
      aShelf('Strange Brews!'),
      aShelf('Cards', '{"layout":{"view":"list"}}'),
      aShelf('Bingo', '{"layout":{"view":"board"}}'),
    )
    expect(tabs.map(({ slug, view }) => [slug.replace(/\d+$/, 'ID'), view])).toEqual([
      ['strange-brews-ID', null],
      ['cards-ID', 'list'],
      ['bingo-ID', 'board'],
    ])
  })

  test('have an address in any script, found by its id after a rename of the category', () => {
    const [tab] = tabsOf(aShelf('黄金 ✨'))
    expect(tab?.slug).toMatch(/^黄金-\d+$/)
    const id = tab?.branch_ids[0] ?? 0
    expect(findTab(tab ? [tab] : [], `an-older-name-${id}`)).toBe(tab)
    expect(findTab(tab ? [tab] : [], `gold-${id}0`)).toBeUndefined()
    expect(findTab(tab ? [tab] : [], '黄金')).toBe(tab)
    expect(findTab(tab ? [tab] : [], 'uniques')).toBeUndefined()
  })

  test('are found by a name that ends with a number, too', () => {
    const [tab] = tabsOf(aShelf('Section 0'))
    expect(findTab(tab ? [tab] : [], 'section-0')).toBe(tab)
    expect(findTab(tab ? [tab] : [], 'section-1')).toBeUndefined()
  })
})
