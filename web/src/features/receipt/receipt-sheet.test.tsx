import type { Receipt } from '@muster/contract/receipts'
import type { ScoringPreset } from '@muster/contract/scoring-presets'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../api/calls/queries.ts'
import { anEvent, anObjective, aTree, renderInEvent, seedEvent } from '../../test-event.tsx'
import { ReceiptSheet } from './receipt-sheet.tsx'

const team_id = anEvent.teams[0]?.id ?? (0 as never)
const event_key = 'current'
const receipt = {
  objective_id: 20,
  team_id,
  ledger_sequence: 4,
  points: 18,
  own_points: 13,
  adjustment: { kind: 'bonus', objective_id: 1, place: 2, points: 5 },
  adjustments: [
    { kind: 'bonus', objective_id: 1, place: 2, points: 3 },
    { kind: 'bonus', objective_id: 1, place: 2, points: 2 },
  ],
  rank: 2,
  number: 4,
  required_number: 3,
  finished: true,
  timestamp: null,
  user: null,
  scoring_method: 'PRESENCE',
  rules: [
    { scoring_preset_id: 1, points: 5, sentence: '4 of 3: 2nd place, 5 points.' },
    { scoring_preset_id: 9, points: 8, sentence: '4 counted: 8 points.' },
  ],
  sentence: 'Finished. Points of its 2 rules: 5 + 8 = 13.',
  facts: [],
  facts_left_out: 0,
  children: [],
} as unknown as Receipt

function openReceipt(shown: Receipt) {
  seedEvent({ tree: { ...aTree(), children: [anObjective({ id: 20, further_preset_ids: [9] })] } })
  const presets = [{ id: 1, name: 'Places', points: [10], scoring_method: 'PRESENCE' }] as unknown as ScoringPreset[]
  queryClient.setQueryData(read('getScoringPresetsForEvent', eventInput(event_key)).queryKey, presets)
  const query = read('getReceipt', { ...eventInput(event_key), objective_id: 20, query: { team_id } })
  queryClient.setQueryData(query.queryKey, shown)
  vi.stubGlobal('fetch', vi.fn().mockReturnValue(new Promise(() => undefined)))
  return renderInEvent(<ReceiptSheet request={{ objective_id: 20, team_id }} onClose={vi.fn()} />)
}

test('a receipt has a line for each rule, and one for each adjustment', async () => {
  await openReceipt(receipt)
  const rules = within(await screen.findByLabelText('Rules'))
  expect(rules.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
    'Places4 of 3: 2nd place, 5 points.',
    'Rule4 counted: 8 points.',
  ])
  expect(rules.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['+5', '+8'])
  expect(screen.getAllByText(/bonus, 2nd/).map(({ nextSibling }) => nextSibling?.textContent)).toEqual(['+3', '+2'])
})

test('a receipt of an objective with one rule has no such lines', async () => {
  const { rules: _, adjustments: __, ...one } = receipt
  await openReceipt(one)
  expect(await screen.findByText(/bonus, 2nd/)).toBeTruthy()
  expect(screen.queryByLabelText('Rules')).toBeNull()
})

test('an imported score has no receipt, and says so in place of entries', async () => {
  await openReceipt({
    ...receipt,
    rules: undefined,
    adjustment: null,
    adjustments: undefined,
    ledger_sequence: 0,
    is_imported: true,
  })
  expect(await screen.findByText(/^Imported, no receipt\./)).toBeTruthy()
  expect(screen.queryByText(/No entries count here/)).toBeNull()
  expect(screen.queryByText(/entry 0|ledger/i)).toBeNull()
})
