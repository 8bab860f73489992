import { describe, expect, test } from 'vitest'
import { readStats } from './calculated-figures.ts'
import { writeBuild } from './export.ts'
import { addStats, expectedStats } from './player-stats.ts'

const { xml } = writeBuild({ id: 'c', name: 'Wren', class: 'Witch', level: 90, experience: 1, equipment: [], passives: {} })
const statsIn = (text: string) =>
  new Map(
    [...text.matchAll(/<PlayerStat stat="(\w+)" value="([^"]*)"( calculated="false")?\/>/g)]
      .map((found) => found.slice(1, 4))
      .map(([stat, value, missing]) => [stat, { value, isMissing: missing !== undefined }]),
  )

describe('an export that is handed out', () => {
  test('holds every figure that readers expect, as 0 and marked if it was not calculated', () => {
    const stats = statsIn(addStats(xml, null))
    expect([...stats.keys()]).toEqual(expectedStats)
    expect([...stats.values()].filter(({ value, isMissing }) => value !== '0' || !isMissing)).toEqual([])
  })

  test('holds calculated figures as the program wrote them, including minions, and 0 for the rest', () => {
    const written = addStats(xml, {
      player: { Life: '4321', ChaosMaximumHitTaken: 'inf', Odd: '1.5' },
      minion: { TotalDPS: '9e3' },
    })
    const stats = statsIn(written)
    expect(stats.get('Life')).toEqual({ value: '4321', isMissing: false })
    expect(stats.get('ChaosMaximumHitTaken')).toEqual({ value: 'inf', isMissing: false })
    expect(stats.get('Odd')).toEqual({ value: '1.5', isMissing: false })
    expect(stats.get('Mana')).toEqual({ value: '0', isMissing: true })
    expect(written).toContain('<MinionStat stat="TotalDPS" value="9e3"/></Build>')
  })

  test('leaves the rest of the export unchanged', () => {
    expect(
      addStats(xml, null)
        .replace(/<PlayerStat [^>]*>/g, '')
        .replace('></Build>', '/>'),
    ).toBe(xml)
    expect(addStats('no build', null)).toBe('no build')
  })
})

test('keeps every figure of a calculated build that is a number and has a name', () => {
  const answer =
    '<Build><PlayerStat stat="Life" value="12.5"/><PlayerStat stat="Armour" value="nan"/><PlayerStat value="1"/>' +
    '<PlayerStat stat="Spec:LifeInc" value="-3"/><PlayerStat stat="&quot;/>" value="3"/><MinionStat stat="TotalDPS" value="inf"/></Build>'
  expect(readStats(answer)).toEqual({ player: { Life: '12.5', 'Spec:LifeInc': '-3' }, minion: { TotalDPS: 'inf' } })
})
