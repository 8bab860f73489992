import { expect, test } from 'vitest'
import { isConfusing, measureShown, proposeTeam, showColour } from './team-values.ts'

test('a colour is readable on every surface of both themes', () => {
  for (const color of ['#000000', '#ffffff', '#8b3fd1', '#f2c230']) {
    const shown = showColour(color)
    if (!shown) throw new Error('no colour')
    const { dark, light, light_ink } = measureShown(shown)
    expect(dark).toBeGreaterThanOrEqual(4.5)
    expect(light).toBeGreaterThanOrEqual(3)
    expect(light_ink).toBeGreaterThanOrEqual(4.5)
  }
})

test('an invalid colour is not shown', () => {
  expect(showColour('blue')).toBeNull()
  expect(isConfusing('blue', '#0000ff')).toBe(false)
})

test('two blues are confusing, blue and yellow are not', () => {
  expect(isConfusing('#2f6fed', '#2f6ff0')).toBe(true)
  expect(isConfusing('#2f6fed', '#f2c230')).toBe(false)
})

test('a new team gets an unused colour, even after the first six', () => {
  const teams: { color: string }[] = []
  for (let count = 0; count < 12; count++) {
    const { color } = proposeTeam(teams)
    if (count < 6) expect(teams.some((team) => isConfusing(team.color, color))).toBe(false)
    expect(teams).not.toContainEqual({ color })
    teams.push({ color })
  }
})
