import { expect, test } from 'vitest'
import { asksForEveryArea, type LogDemand, readDemand } from './log-demand.ts'

const area = (value: string) => ({ kind: 'area', value }) as const
const arena = area('MapWorldsShapersRealm')
const sirus = { kind: 'boss', value: 'sirus' } as const
const is = (field: 'AREA' | 'BOSS' | 'NAME', value: string, more: object = {}) =>
  ({ field, operator: 'EQ', value, ...more }) as const

test.each<[string, LogDemand, Parameters<ReturnType<typeof readDemand>>[0], boolean]>([
  ['any event of its kind, without conditions', { kind: 'area', conditions: [] }, arena, true],
  ['no event of another kind', { kind: 'area', conditions: [] }, sirus, false],
  ['the named area', { kind: 'area', conditions: [is('AREA', arena.value)] }, arena, true],
  ['no other area', { kind: 'area', conditions: [is('AREA', arena.value)] }, area('MapWorldsStrand'), false],
  ['the named boss', { kind: 'boss', conditions: [is('BOSS', 'sirus')] }, sirus, true],
  ['one of a list', { kind: 'boss', conditions: [{ ...is('BOSS', 'maven, sirus'), operator: 'IN' }] }, sirus, true],
  ['a part of an id', { kind: 'area', conditions: [{ ...is('AREA', 'MapWorlds'), operator: 'CONTAINS' }] }, arena, true],
  ['all conditions', { kind: 'area', conditions: [is('AREA', arena.value), is('AREA', 'MavenBoss')] }, arena, false],
  [
    'one of the alternatives',
    { kind: 'area', conditions: [is('AREA', arena.value, { any_of: 1 }), is('AREA', 'MavenBoss', { any_of: 1 })] },
    arena,
    true,
  ],
  ['nothing by the field of another kind', { kind: 'area', conditions: [is('BOSS', arena.value)] }, arena, false],
  ['nor by its opposite', { kind: 'area', conditions: [{ ...is('BOSS', 'sirus'), operator: 'NEQ' }] }, arena, false],
  [
    'nothing with an invalid condition',
    { kind: 'area', conditions: [{ ...is('AREA', '('), operator: 'MATCHES' }] },
    arena,
    false,
  ],
  ['as without them with conditions on items', { kind: 'area', conditions: [is('NAME', 'Goldrim')] }, arena, true],
])('an objective asks for %s', (_, demand, event, isAsked) => {
  expect(readDemand(demand)(event)).toBe(isAsked)
})

test.each<[string, LogDemand, boolean]>([
  ['without conditions', { kind: 'area', conditions: [] }, true],
  ['with a condition on its item, which areas do not have', { kind: 'area', conditions: [is('NAME', 'Goldrim')] }, true],
  ['not with a named area', { kind: 'area', conditions: [is('AREA', arena.value)] }, false],
  ['not for another number', { kind: 'death', conditions: [] }, false],
])('an objective asks for every area: %s', (_, demand, expected) => {
  expect(asksForEveryArea(demand)).toBe(expected)
})
