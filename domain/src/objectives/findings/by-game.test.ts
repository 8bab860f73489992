import type { GameVersion } from '@muster/contract/events'
import { describe, expect, it } from 'vitest'
import { aCategory, anEvent, anObjective, aPreset, nameIs } from '../../scoring/testing/builders.ts'
import type { ConditionDefinition, ObjectiveDefinition } from '../definition.ts'
import { findDefinitionProblems } from './find-definition-problems.ts'

// Findings that depend on the game of the event.

const condition = (field: ConditionDefinition['field'], operator: ConditionDefinition['operator'], value: string) => ({
  field,
  operator,
  value,
})

/** The findings for an event of a game with these objectives. */
function sayIn(game_version: GameVersion, ...parts: readonly Partial<ObjectiveDefinition>[]): string[] {
  const event = anEvent({
    start_at: 1_000,
    end_at: 9_000,
    presets: [aPreset({ id: 1 })],
    objectives: [
      aCategory({ id: 1 }),
      ...parts.map((part, at) => anObjective({ id: at + 2, parent_id: 1, scoring_preset_id: 1, ...part })),
    ],
  })
  const { findings } = findDefinitionProblems(event, {
    game_version,
    classes: new Map(),
    listed: { uniques: new Set(), bases: new Set() },
    largest_team: null,
  })
  return findings.map(({ code, severity, sentence }) => `${severity} ${code}: ${sentence.map(({ text }) => text).join('')}`)
}

describe('a finding about a feature the game does not have', () => {
  const sockets = { conditions: [condition('SOCKETS', 'CONTAINS', 'RRR')] }
  const depth = { objective_type: 'PLAYER', number_field: 'DELVE_DEPTH', required_number: 300, conditions: [] } as const

  it('reports a property that no item has, unless its absence is required', () => {
    expect(sayIn('poe1', sockets)).toEqual([])
    expect(sayIn('poe2', sockets)).toEqual([expect.stringMatching(/^error never_matches: .*SOCKETS CONTAINS RRR/)])
    expect(sayIn('poe2', { conditions: [nameIs('Any'), condition('TALISMAN_TIER', 'LT', '2')] })).toEqual([])
  })

  it('reports a number that no player has', () => {
    expect(sayIn('poe1', depth)).toEqual([])
    expect(sayIn('poe2', depth)).toEqual([expect.stringMatching(/^error never_matches: .*this game does not have/)])
  })
})

describe('the wearer of an item', () => {
  const worn = (operator: ConditionDefinition['operator'], value: string) => condition('WORN_BY', operator, value)
  const nobody = { conditions: [nameIs('A'), worn('LENGTH_EQ', '0')] }
  const others = { conditions: [nameIs('A'), worn('NEQ', 'Ranger')] }

  it('is a class of the game', () => {
    expect(sayIn('poe1', { conditions: [worn('IN', 'Scion, Juggernaut')] })).toEqual([])
    expect(sayIn('poe2', { conditions: [worn('EQ', 'Titan')] })).toEqual([])
    expect(sayIn('poe1', { conditions: [worn('EQ', 'Titan')] })).toEqual([
      expect.stringMatching(/^warning unknown_name: .*"Titan"/),
    ])
  })

  it('is empty for carried items, which may satisfy conditions by accident', () => {
    expect(sayIn('poe1', others)).toEqual([expect.stringMatching(/^notice counts_carried/)])
    expect(sayIn('poe1', { conditions: [...others.conditions, worn('LENGTH_GT', '0')] })).toEqual([])
    expect(sayIn('poe1', nobody)).toEqual([])
  })

  it('is empty only if the game shows carried items', () => {
    expect(sayIn('poe2', others)).toEqual([])
    expect(sayIn('poe2', nobody)).toEqual([expect.stringMatching(/^error impossible_value: .*without a wearer/)])
  })

  it('decides which items both objectives read, and so whether they overlap', () => {
    const both = [{ conditions: [nameIs('A'), worn('EQ', 'Ranger')] }, { conditions: [nameIs('A')] }]
    expect(sayIn('poe1', ...both)).toEqual([])
    expect(sayIn('poe2', ...both)).toEqual([expect.stringMatching(/^notice overlap/)])
  })
})

describe('a condition on lines of the log', () => {
  const sirus = condition('BOSS', 'EQ', 'sirus')
  const ask = (number_field: ObjectiveDefinition['number_field'], ...conditions: ConditionDefinition[]) =>
    ({ objective_type: 'PLAYER', number_field, aggregation: 'EARLIEST', conditions }) as const

  it('fits a number of areas or bosses', () => {
    expect(sayIn('poe1', ask('BOSS_LINES', sirus), ask('AREAS_ENTERED', condition('AREA', 'EQ', 'MavenBoss')))).toEqual([])
  })

  it('names a boss of the game', () => {
    expect(sayIn('poe2', ask('BOSS_LINES', sirus))).toEqual([expect.stringMatching(/^warning unknown_name: .*the boss "sirus"/)])
  })

  it('counts nothing for other numbers, for items, and while it is invalid', () => {
    expect(sayIn('poe1', ask('PLAYER_LEVEL', sirus))).toEqual([
      expect.stringMatching(/^error never_matches: .*BOSS, which its number does not have/),
    ])
    expect(sayIn('poe1', { conditions: [sirus] })).toEqual([expect.stringMatching(/^error never_matches: .*BOSS EQ sirus/)])
    expect(sayIn('poe1', ask('AREAS_ENTERED', condition('AREA', 'MATCHES', '(')))).toEqual([
      expect.stringMatching(/^error refused_condition: /),
    ])
  })
})
