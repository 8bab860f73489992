import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { warnOfCondition } from '@muster/domain/conditions/name-warnings'
import { listEntries } from '@muster/domain/definition-file/document'
import { readDefinition } from '@muster/domain/definition-file/read'
import { writeDefinition } from '@muster/domain/definition-file/write'
import { createItemLibrary } from '@muster/domain/items/item-names'
import { listNames } from '@muster/domain/items/name-list'
import { views, viewOf } from '@muster/domain/objectives/layout'
import { readShippedNames } from '@muster/server/features/item-names/store'
import { expect, it, test } from 'vitest'
import { root } from './places.ts'

const folder = join(root, 'server', 'src', 'definition', 'examples')
const files = readdirSync(folder)

function read(file: string) {
  const text = readFileSync(join(folder, file), 'utf8')
  const definition = readDefinition(text)
  if (!definition.ok) throw new Error(JSON.stringify(definition.problems))
  return { text, document: definition.document }
}

it.each(files)('the example %s is valid, formatted like an export, and fits every event', (file) => {
  const { text, document } = read(file)
  expect(writeDefinition(document)).toBe(text)
  // The event has its own name and start; all other dates are relative to it.
  expect(document.event).not.toHaveProperty('name')
  expect(document.event).not.toHaveProperty('event_start_time')
  expect(document.rules).not.toBe('')
})

it.each(files)('the example %s asks for known items only', async (file) => {
  const { uniques, bases } = listNames(await readShippedNames(file.startsWith('poe2') ? 'poe2' : 'poe1'))
  const library = createItemLibrary(bases, uniques)
  const conditions = listEntries(read(file).document.objectives ?? []).flatMap(({ entry }) => entry.conditions)
  expect(conditions.flatMap((condition) => warnOfCondition(condition, library))).toEqual([])
})

test('the league has every kind of page', () => {
  const shown = new Set((read('league.yaml').document.objectives ?? []).map((objective) => viewOf(objective)))
  // A board is a category of any page.
  expect(views.filter((view) => view !== 'list' && view !== 'board' && !shown.has(view))).toEqual([])
})
