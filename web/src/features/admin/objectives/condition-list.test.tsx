import type { ItemField } from '@muster/contract/conditions'
import { validMappings } from '@muster/domain/conditions/mappings'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anEvent, renderInEvent } from '../../../test-event.tsx'
import { ConditionList } from './condition-list.tsx'
import { startPage } from './test-page.tsx'

beforeEach(() => startPage())

const show = (field: ItemField, value: string) =>
  renderInEvent(
    <ConditionList
      game_version="poe1"
      event_id={anEvent.id}
      mappings={validMappings as never}
      conditions={[{ key: 'a', id: null, field, operator: 'EQ', value, any_of: null }]}
      saved={[]}
      verdicts={undefined}
      problemOf={() => undefined}
      onChange={() => undefined}
    />,
  )

test.each([
  ['TEMPLE_ROOMS', 'Locus of Corruption', /no real temple was seen/],
  ['MEMORY_STRANDS', '60', /no real item with memory strands was seen/],
  ['ITEM_CLASS', 'HideoutDoodad', /no real hideout decoration was seen/],
] as const)('a condition on %s %s says that its form is a guess, and what to do', async (field, value, reason) => {
  await show(field, value)
  expect(await screen.findByText('Unproven')).toBeTruthy()
  expect(screen.getByText(reason).textContent).toMatch(/Test a real item before the event\.$/)
})

test.each([
  ['MAP_TIER', '16'],
  ['ITEM_CLASS', 'MapKey'],
  ['BASE_TYPE', 'HideoutDoodad'],
] as const)('a condition on %s %s with a known form shows no warning', async (field, value) => {
  await show(field, value)
  expect(await screen.findByRole('button', { name: 'Add condition' })).toBeTruthy()
  expect(screen.queryByText('Unproven')).toBeNull()
})
