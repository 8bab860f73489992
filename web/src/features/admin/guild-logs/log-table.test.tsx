import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { askForReceipt, useReceiptRequest } from '../../../api/scores/receipt-request.ts'
import { renderInEvent, seedEvent } from '../../../test-event.tsx'
import { LogTable } from './log-table.tsx'
import { PlayerTotals } from './player-totals.tsx'
import { someRows } from './test-log.ts'
import type { LogSearch } from './log-search.ts'

beforeEach(() => {
  seedEvent({})
  askForReceipt(null)
})

const cellsOf = (row: HTMLElement | undefined) =>
  within(row as HTMLElement)
    .getAllByRole('cell')
    .map((cell) => cell.textContent)

test('a log table shows movements, gaps and minimum quantities', async () => {
  await renderInEvent(<LogTable rows={someRows} />)
  const [, line, gap, movement, changed] = screen.getAllByRole('row')
  expect(cellsOf(line)).toEqual(expect.arrayContaining(['In', '=Tabula Rasa', 'drops', 'Ada#1']))
  expect(gap?.textContent).toContain('14 min missing.')
  const moved = cellsOf(movement)
  expect(moved).toEqual(expect.arrayContaining(['Moved', '5 × Chaos Orb6 s apart', 'drops → bank']))
  expect(within(movement as HTMLElement).getByText('at least 7, then at least 2')).toBeTruthy()
  expect(within(movement as HTMLElement).getByText('20, then 21')).toBeTruthy()
  expect(cellsOf(changed)).toEqual(
    expect.arrayContaining(['Changed', 'Chaos Orbnow 35; earlier number unknown', 'a deleted tab']),
  )
})

function Asked() {
  const request = useReceiptRequest()
  return <output>{JSON.stringify(request)}</output>
}

test('a credit links to the receipt of its points', async () => {
  await renderInEvent(
    <>
      <LogTable rows={someRows} />
      <Asked />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Receipt: +10 for Objective 30' }))
  expect(screen.getByRole('status').textContent).toBe('{"objective_id":30,"team_id":1}')
})

test('a player in the totals links to their lines', async () => {
  const player = {
    account_name: 'Ada#1',
    lines: 3,
    added: 20,
    removed: 4,
    moved: 5,
    unknown: 1,
    top_items: [{ item_name: 'Chaos Orb', added: 20, removed: 4 }],
  }
  const none = { names: [], left_out: 0 }
  const asked: LogSearch[] = []
  await renderInEvent(
    <PlayerTotals
      summary={{ lines: 3, movements: 1, players: [player], players_left_out: 2, accounts: none, tabs: none, items: none }}
      onSearch={(next) => asked.push(next)}
    />,
  )
  expect(cellsOf(screen.getAllByRole('row')[1])).toEqual(['3', '20', '4', '5', '1', 'Chaos Orb +20 −4'])
  expect(screen.getByText(/2 more are not shown/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Show the lines of Ada#1' }))
  expect(asked).toEqual([{ player: 'Ada#1', view: undefined }])
})
