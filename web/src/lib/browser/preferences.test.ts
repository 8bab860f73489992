import { describe, expect, test } from 'vitest'
import { changePreferences, defaultPreferences, ladderColumnNames, parsePreferences, readPreferences } from './preferences.ts'

describe('stored preferences', () => {
  test('are the defaults if nothing is stored', () => {
    expect(parsePreferences(null)).toEqual(defaultPreferences)
  })

  test.each([
    '',
    '{',
    'null',
    '[]',
    '42',
    '"dark"',
    '{"theme":7}',
    '{"ladder":[],"version":0}',
    '{"limitTeams":-1}',
    '{"limitTeams":"3"}',
  ])('recover from %j', (text) => {
    expect(parsePreferences(text)).toEqual(defaultPreferences)
  })

  test('keep every valid field beside an invalid one', () => {
    const text = JSON.stringify({
      theme: 'light',
      limitTeams: 4,
      uniqueSets: { showCompleted: false, showFirstAvailable: 'yes' },
      version: 0,
    })
    expect(parsePreferences(text)).toEqual({
      ...defaultPreferences,
      theme: 'light',
      limitTeams: 4,
      uniqueSets: { showCompleted: false, showFirstAvailable: true },
    })
  })

  test('ignore columns stored without a version, and columns that do not exist', () => {
    expect(parsePreferences(JSON.stringify({ ladder: { delve: true } })).ladder.delve).toBe(false)
    const { ladder } = parsePreferences(
      JSON.stringify({ ladder: { delve: true, __proto__: { x: true }, bogus: true }, version: 0 }),
    )
    expect(ladder.delve).toBe(true)
    expect(Object.keys(ladder)).toEqual(ladderColumnNames)
  })

  test('show the specification’s columns until the viewer chooses otherwise', () => {
    const shown = ladderColumnNames.filter((name) => defaultPreferences.ladder[name])
    expect(shown).toEqual(['rank', 'character', 'team', 'ascendancy', 'level', 'dps', 'ehp'])
  })

  test('are written under the key "preferences" and read back', () => {
    changePreferences({ theme: 'dark' })
    expect(JSON.parse(localStorage.getItem('preferences') ?? '')).toMatchObject({ theme: 'dark', version: 0 })
    expect(readPreferences().theme).toBe('dark')
  })
})
