import { type ScoringPreset, scoringMethods } from '@muster/contract/scoring-presets'
import { methods } from '@muster/domain/scoring/methods/index'
import { methodTexts } from '@muster/domain/scoring/methods/texts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { anEvent, anObjective, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { PresetForm } from './preset-form.tsx'
import { listUses } from './preset-values.ts'

const fetched = vi.fn<typeof fetch>()
const preset = {
  id: 1,
  name: 'Places',
  description: '',
  points: [30, 20, 10],
  point_cap: 0,
  scoring_method: 'RANKED_TIME',
  type: 'OBJECTIVE',
  version: 2,
} as unknown as ScoringPreset

beforeEach(() => {
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  // The preview never answers: these tests are about requests.
  fetched.mockImplementation(async (_, init) =>
    init?.method === 'POST' ? new Promise<Response>(() => {}) : new Response(JSON.stringify(preset)),
  )
  seedEvent({})
})

const show = (given: ScoringPreset | null = preset, uses = 0) =>
  renderInEvent(<PresetForm event_id={anEvent.id} preset={given} uses={uses} onClose={() => {}} />)
const points = () => screen.getByRole('textbox', { name: 'Points' })
const save = async (name: string) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const sent = () =>
  fetched.mock.calls.flatMap(([, init]) =>
    init?.method === 'PUT' && typeof init.body === 'string' ? [JSON.parse(init.body) as Record<string, unknown>] : [],
  )

test('each method is described in its own words, and only methods with a cap ask for one', async () => {
  await show()
  for (const name of scoringMethods) {
    const { pays } = methods[name]
    fireEvent.change(screen.getByLabelText('Method'), { target: { value: name } })
    expect(screen.getByText(methodTexts[name].help)).toBeDefined()
    expect(screen.queryByLabelText('Cap') !== null).toBe(pays === 'by_value' || pays === 'by_unit')
  }
})

test('pasted points are drawn, and sent as numbers with the starting version', async () => {
  await show()
  fireEvent.change(points(), { target: { value: '50\n25.5\n10x3' } })
  expect(screen.getByRole('img', { name: 'Points in their order: 50, 26, 10, 10, 10' })).toBeDefined()
  await save('Save preset')
  expect(sent()).toMatchObject([{ id: 1, base_version: 2, points: [50, 25.5, 10, 10, 10], point_cap: 0 }])
})

test('an invalid number is named, stays in the field, and is not sent', async () => {
  await show(null)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Race' } })
  fireEvent.change(points(), { target: { value: '50, ten' } })
  await save('Create preset')
  expect(screen.getByText('Not a number: ten')).toBeDefined()
  expect((points() as HTMLTextAreaElement).value).toBe('50, ten')
  expect(sent()).toEqual([])
})

test.each([
  ['RANKED_COMPLETION_TIME', 'OBJECTIVE', 'CATEGORY'],
  ['PRESENCE', 'CATEGORY', 'OBJECTIVE'],
] as const)('a preset by %s can be chosen for what its method reads', async (scoring_method, type, expected) => {
  await show(null)
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Set' } })
  fireEvent.change(screen.getByLabelText('Method'), { target: { value: scoring_method } })
  fireEvent.change(points(), { target: { value: '50' } })
  await save('Create preset')
  expect(sent()).toMatchObject([{ scoring_method, type: expected }])
  // A preset that was created with the other type.
  cleanup()
  fetched.mockClear()
  await show({ ...preset, scoring_method, type })
  fireEvent.change(points(), { target: { value: '60' } })
  await save('Save preset')
  expect(sent()).toMatchObject([{ type: expected }])
})

test('a cap is dropped with the method that used it', async () => {
  await show({ ...preset, scoring_method: 'POINTS_FROM_VALUE', points: [2], point_cap: 40 })
  expect(screen.getByRole('img', { name: 'Pays 2 for each one counted, up to 40 from 20 on' })).toBeDefined()
  fireEvent.change(screen.getByLabelText('Method'), { target: { value: 'PRESENCE' } })
  await save('Save preset')
  expect(sent()).toMatchObject([{ scoring_method: 'PRESENCE', point_cap: 0 }])
})

test('parameters of the method are checked, sent as numbers, and dropped with the method', async () => {
  await show({ ...preset, scoring_method: 'RANKED_COMPLETION_TIME', parameters: { required_children: 3 } })
  const children = () => screen.getByLabelText('Children required')
  expect((children() as HTMLInputElement).value).toBe('3')
  fireEvent.change(children(), { target: { value: 'three' } })
  await save('Save preset')
  expect(screen.getByText('Enter a whole number from 1 to 10000, or leave it empty')).toBeDefined()
  expect(sent()).toEqual([])
  fireEvent.change(children(), { target: { value: '' } })
  fireEvent.change(screen.getByLabelText('Percent of children required'), { target: { value: ' 75 ' } })
  await save('Save preset')
  fireEvent.change(screen.getByLabelText('Method'), { target: { value: 'PRESENCE' } })
  expect(screen.queryByLabelText('Children required')).toBeNull()
  await save('Save preset')
  expect(sent().map(({ parameters }) => parameters)).toEqual([{ required_percent: 75 }, undefined])
})

test('the preview is only requested once there is a change to a preset in use', async () => {
  await show(preset, 3)
  const asked = () => fetched.mock.calls.filter(([, init]) => init?.method === 'POST')
  expect(asked()).toHaveLength(0)
  fireEvent.change(points(), { target: { value: '90' } })
  await vi.waitFor(() => expect(asked()).toHaveLength(1), { timeout: 3000 })
  expect(asked()[0]?.[0]).toEqual(expect.stringContaining('/definition/what-if'))
})

test('uses are counted over the whole tree', () => {
  const tree = anObjective({ id: 1, children: [anObjective({ id: 2 }), anObjective({ id: 3, scoring_preset_id: null })] })
  expect(
    listUses(tree)
      .get(1)
      ?.map(({ id }) => Number(id)),
  ).toEqual([1, 2])
  expect(listUses(null).size).toBe(0)
})

test('lists what each place pays, and the first one after the list', async () => {
  await show()
  expect(screen.getByText('1st: 30, 2nd: 20, 3rd: 10, 4th: 10, the last value repeats')).toBeTruthy()
  fireEvent.change(points(), { target: { value: '5 2x40' } })
  expect(screen.getByText('1st: 5, 2nd: 2, 3rd: 2, the last value repeats')).toBeTruthy()
})

test('values of units keep their fractions', async () => {
  await show({ ...preset, scoring_method: 'POINTS_PER_UNIT', points: [2.5, 0.1] })
  expect(screen.getByRole('img', { name: 'Points in their order: 2.5, 0.1' })).toBeDefined()
  expect(screen.getByText('1st: 2.5, 2nd: 0.1, 3rd: 0.1, the last value repeats')).toBeTruthy()
})
