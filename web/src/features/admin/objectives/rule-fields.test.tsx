import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { act, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { anEvent } from '../../../test-event.tsx'
import { answers, edited, press, sent, show, startPage, tree, type } from './test-page.tsx'

const presets = ['Places', 'Value', 'Present'].map((name, at) => ({
  id: at + 1,
  name,
  description: '',
  points: [10],
  point_cap: 0,
  scoring_method: 'PRESENCE',
  type: 'OBJECTIVE',
  version: 1,
})) as unknown as ScoringPreset[]

beforeEach(() => {
  startPage()
  queryClient.setQueryData(read('getScoringPresetsForEvent', eventInput(anEvent.id)).queryKey, presets)
})

const sentRules = () =>
  sent('definition/edits').map((body) => {
    const { edits } = body as { edits: { objective: Record<string, unknown> }[] }
    const { scoring_preset_id, further_preset_ids, finished_by } = edits[0]?.objective ?? {}
    return { scoring_preset_id, further_preset_ids, finished_by }
  })

test('an organiser adds, orders and removes rules, and says when the objective is finished', async () => {
  await show({ edit: 20 })
  expect(screen.queryByLabelText('Finished when')).toBeNull()
  await press('Add a rule')
  await press('Add a rule')
  expect(screen.queryByRole('button', { name: 'Add a rule' })).toBeNull()
  await press('Move rule 3 up')
  await press('Move rule 2 up')
  type(screen.getByLabelText('Finished when'), 'first')
  await press('Save')
  expect(sentRules()).toEqual([{ scoring_preset_id: 3, further_preset_ids: [1, 2], finished_by: 'first' }])
})

test('a removed rule is sent as removed, and a chosen one in its place', async () => {
  const [uniques] = tree.children
  const [tulfall] = uniques?.children ?? []
  const several = { ...tulfall, further_preset_ids: [2, 3], finished_by: 'all' } as typeof tree
  startPage({ tree: { ...tree, children: [{ ...uniques, children: [several] } as typeof tree] } })
  queryClient.setQueryData(read('getScoringPresetsForEvent', eventInput(anEvent.id)).queryKey, presets)
  await show({ edit: 20 })
  await press('Remove rule 2')
  type(screen.getByLabelText('Rule 2'), '2')
  await press('Save')
  expect(sentRules()).toEqual([{ scoring_preset_id: 1, further_preset_ids: [2], finished_by: 'all' }])
})

test('a refused rule says why', async () => {
  await show({ edit: 20 })
  await press('Add a rule')
  const problems = [{ field: 'edits.0.objective.further_preset_ids.0', problem: 'is already a rule of this objective' }]
  const refused = new Response(JSON.stringify({ error: 'refused', code: 'invalid_request', problems }), { status: 400 })
  answers({ 'definition/edits': refused })
  await press('Save')
  expect(await screen.findByText(/is already a rule of this objective/i)).toBeTruthy()
  answers({ 'definition/edits': edited })
  await act(async () => {
    fireEvent.change(screen.getByLabelText('Rule 2'), { target: { value: '3' } })
    await vi.dynamicImportSettled()
  })
  expect(screen.queryByText(/is already a rule/i)).toBeNull()
})
