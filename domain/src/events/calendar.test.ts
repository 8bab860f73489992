import { expect, it } from 'vitest'
import { type DatedObjective, listDates, maxWindows } from './calendar.ts'

const day = (number: number, hour = 0) => Date.UTC(2026, 1, number, hour)
const event = {
  id: 3,
  name: 'Winter Muster (PL48213)',
  signups_open_at: day(1),
  signups_close_at: day(5),
  starts_at: day(6, 18),
  ends_at: day(8, 18),
}

let id = 100
function node(name: string, valid_from: number | null, valid_to: number | null, children: DatedObjective[] = []): DatedObjective {
  id++
  return { id, parent_id: 1, name, valid_from, valid_to, children }
}
const masked = (from: number, to: number | null) => ({ ...node('4f2a', from, to), id: 0 })
const root = (...children: DatedObjective[]) => node('All', null, null, children)

const seen = (tree: DatedObjective | null) => listDates(event, tree).map(({ title, from, to }) => [title, from, to])

it('an event has an entry for its signups and one for itself, and both name the event', () => {
  expect(seen(null)).toEqual([
    ['Winter Muster: signups open', day(1), null],
    ['Winter Muster: signups close', day(5), null],
    ['Winter Muster', day(6, 18), day(8, 18)],
  ])
  expect(listDates(event, null)[2]).toMatchObject({
    key: 'event-3-play',
    path: '/?event=3',
    text: 'League: Winter Muster (PL48213)',
  })
})

it('objectives with a window of their own follow, those without one do not', () => {
  const dailies = node('Dailies', null, null, [
    node('Day one', day(6, 18), day(7, 18)),
    node('Day two', day(7, 18), null),
    node('Any time', null, null),
    node('The whole event', day(6, 18), day(8, 18)),
  ])
  expect(seen(root(dailies)).slice(3)).toEqual([
    ['Winter Muster: Dailies: Day one', day(6, 18), day(7, 18)],
    ['Winter Muster: Dailies: Day two', day(7, 18), null],
  ])
})

it('objectives of one category with one window are one entry, which lists them', () => {
  const races = node('Races', null, null, [
    node('Lab', day(7), day(8)),
    node('Act 3', day(7), day(8)),
    node('Maps', day(7), null),
  ])
  const [both, single] = listDates(event, root(races)).slice(3)
  expect(both).toMatchObject({ title: 'Winter Muster: Races: 2 objectives', text: 'Act 3\nLab' })
  expect(single).toMatchObject({ title: 'Winter Muster: Races: Maps' })
})

it('an objective that opens later shows its time and nothing else', () => {
  const dailies = node('Dailies', null, null, [masked(day(7), null), masked(day(7), null), masked(day(8), null)])
  expect(listDates(event, root(dailies)).slice(3)).toMatchObject([
    { title: 'Winter Muster: Dailies: 2 objectives', text: '' },
    { title: 'Winter Muster: Dailies: 1 objective', text: '' },
  ])
})

it('keys are unique, and the same at every reading', () => {
  const tree = root(node('A', null, day(7)), node('B', day(7), null), node('C', null, null, [node('D', day(7), day(8))]))
  const keys = () => listDates(event, tree).map(({ key }) => key)
  expect(new Set(keys()).size).toBe(6)
  expect(keys()).toEqual(keys())
})

it('the number of entries is bounded', () => {
  const many = Array.from({ length: 1000 }, (_, minute) => node(`${minute}`, day(7) + minute * 60_000, null))
  expect(listDates(event, root(...many))).toHaveLength(3 + maxWindows)
})
