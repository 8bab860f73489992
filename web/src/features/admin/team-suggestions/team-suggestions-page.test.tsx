import type { TeamPlan } from '@muster/contract/suggestions'
import { act, createEvent, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { anObjective, aPlan, aScore, aTree, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { ToastList } from '../../../ui/overlays/toast-list.tsx'
import { TeamSuggestionsPage } from './team-suggestions-page.tsx'

const planKey = read('getTeamPlan', eventInput('current')).queryKey
const tree = aTree(
  ...[20, 21, 22].map((id) => anObjective({ id, parent_id: 2 })),
  anObjective({ id: 23, parent_id: 2, hide_progress: true }),
)
const evening = { name: 'Evening', starts_at: null, ends_at: null }

interface Sent {
  readonly method: string
  readonly path: string
  readonly body: Record<string, unknown>
}
/** A server with one plan. `before` runs once, ahead of the next write: another lead's action. */
let held: TeamPlan
let sent: Sent[]
let before: (() => void) | null
let broken: number
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })

function serve(address: string, init: RequestInit): Response {
  const path = address.replace(/^.*\/events\/current/, '')
  const method = init.method ?? 'GET'
  if (method === 'GET') return path === '/plan' ? json(200, held) : json(200, [{ objective_id: 20, user_ids: [10] }])
  const body = typeof init.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
  before?.()
  before = null
  sent.push({ method, path, body })
  if (broken-- > 0) return json(503, { error: 'The server cannot respond right now', code: 'unavailable' })
  const version = held.version + 1
  const id = Number(/\d+$/.exec(path)?.[0])
  if (path === '/plan') {
    if (body['version'] !== held.version) return json(409, { error: 'Someone else has changed this', code: 'changed_meanwhile' })
    const entries = (body['entries'] as { objective_id: number }[]).map((entry) => {
      const known = held.entries.find(({ objective_id }) => objective_id === entry.objective_id)
      return { ...known, ...entry }
    })
    held = aPlan({ ...held, version, windows: body['windows'], entries, message: undefined as never })
    return json(200, held)
  }
  const stored = held.entries.find(({ objective_id }) => objective_id === id)
  if (method === 'DELETE') held = { ...held, version, entries: held.entries.filter((entry) => entry !== stored) }
  else if ((body['base_version'] ?? stored?.version ?? 0) !== (stored?.version ?? 0))
    return json(409, { error: 'Someone else has changed this', code: 'changed_meanwhile' })
  else
    held = aPlan({
      ...held,
      version,
      entries: [
        ...held.entries.filter((entry) => entry !== stored),
        { ...stored, objective_id: id, extra: body['extra'], version },
      ],
      message: undefined as never,
    })
  return method === 'DELETE' ? new Response(null, { status: 204 }) : json(201, { message: 'Suggestion saved' })
}

async function open(plan: Parameters<typeof aPlan>[0], scores: Parameters<typeof seedEvent>[0]['scores'] = new Map()) {
  seedEvent({ own_team_id: 1, tree, scores })
  held = aPlan(plan)
  queryClient.setQueryData(planKey, held)
  await renderInEvent(
    <>
      <TeamSuggestionsPage />
      <ToastList label="Messages" closeLabel="Close" />
    </>,
  )
  await screen.findByRole('region', { name: 'The plan' })
}
const goals = () => screen.getByRole('list', { name: 'Objectives to plan' })
const region = (name: string) => screen.getByRole('region', { name })
const order = () =>
  [...region('The plan').querySelectorAll('[data-row] .game')].map((name) => name.textContent.replace('Objective ', ''))
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await settle()
}
const arrangements = () => sent.filter(({ path }) => path === '/plan').map(({ body }) => body)

beforeEach(() => {
  sent = []
  before = null
  broken = 0
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => serve(address, init))
})

describe('the list of objectives to plan', () => {
  test('shows open ones, with their value for the viewer’s team, the teams that have them and the nearest rival', async () => {
    const board = new Map([
      [
        20,
        new Map([
          [1, aScore({ number: 7 })],
          [2, aScore({ number: 9 })],
          [3, aScore({ number: 10, finished: true })],
        ]),
      ],
      [21, new Map([[1, aScore({ number: 10, finished: true })]])],
    ])
    await open({}, board)
    const row = within(goals()).getByText('Objective 20').closest('li')
    expect(row?.textContent).toMatch(/7 of 10.*1 of 3 teams done.*TID.*needs 1 more.*\+20/)
    expect(within(goals()).queryByText('Objective 21')).toBeNull()
    expect(within(goals()).getByText('Objective 23').closest('li')?.textContent).toContain('others: hidden')
  })

  test('is searched by words', async () => {
    await open({})
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search objectives' }), { target: { value: 'shelves 22' } })
    expect(within(goals()).getAllByRole('listitem')).toHaveLength(1)
    expect(screen.getByText('1 objective is open')).toBeTruthy()
  })

  test('adds an objective to the plan on a press, and marks it', async () => {
    await open({ windows: [evening], entries: [{ objective_id: 20, window: null }] })
    fireEvent.change(screen.getByRole('combobox', { name: 'Add to' }), { target: { value: '0' } })
    screen.getByRole('button', { name: 'Plan Objective 22' }).focus()
    await press('Plan Objective 22')
    // Keyboard users continue from there.
    expect(document.activeElement?.textContent).toBe(' planned')
    expect(within(region('Evening')).getByText('Objective 22')).toBeTruthy()
    expect(screen.getByText('Objective 22 is planned: Evening')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Plan Objective 22' })).toBeNull()
    expect(arrangements()).toMatchObject([{ version: 1, entries: [{ objective_id: 22, window: 0 }, { objective_id: 20 }] }])
  })
})

describe('the order', () => {
  const entries = [20, 21, 22].map((objective_id) => ({ objective_id }))

  test('is changed by buttons and keys, with an announcement, and the focus stays', async () => {
    await open({ entries })
    const down = screen.getByRole('button', { name: 'Move Objective 20 down' })
    down.focus()
    await press('Move Objective 20 down')
    expect(order()).toEqual(['21', '20', '22'])
    expect(screen.getByText('Objective 20 is now 2 of 3: Any time')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Move Objective 20 down' }))
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ArrowUp', altKey: true })
    await settle()
    expect(order()).toEqual(['20', '21', '22'])
    expect(arrangements()).toHaveLength(2)
  })

  test('is changed by dragging, within the plan and into it', async () => {
    await open({ entries })
    const drag = (from: Element, to: Element) => {
      const dataTransfer = { setData: () => {}, effectAllowed: '' }
      fireEvent.dragStart(from, { dataTransfer })
      fireEvent(to, Object.assign(createEvent.dragOver(to), { dataTransfer }))
      fireEvent(to, Object.assign(createEvent.drop(to), { dataTransfer }))
    }
    const rowOf = (id: number) => region('The plan').querySelector(`[data-row="${id}"]`) as Element
    drag(rowOf(22), rowOf(20))
    await settle()
    expect(order()).toEqual(['22', '20', '21'])
    drag(within(goals()).getByText('Objective 23').closest('li') as Element, rowOf(20))
    await settle()
    expect(order()).toEqual(['22', '23', '20', '21'])
  })

  test('of two leads at once has the changes of both', async () => {
    await open({ entries })
    before = () => {
      held = aPlan({
        version: 7,
        entries: [23, 20, 21, 22].map((objective_id) => ({ objective_id })),
      })
    }
    await press('Move Objective 20 down')
    await settle()
    expect(order()).toEqual(['23', '21', '20', '22'])
    expect(screen.queryAllByText('The plan was not saved')).toEqual([])
  })

  test('is changed together with the text just saved, even on a slow network', async () => {
    await open({ entries })
    await press('Add a note to Objective 20')
    fireEvent.change(screen.getByRole('textbox', { name: 'Note: Objective 20' }), { target: { value: 'Ask Ash' } })
    let arrive = () => {}
    const arrival = new Promise<void>((resolve) => {
      arrive = resolve
    })
    vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}) => {
      if ((init.method ?? 'GET') === 'GET') await arrival
      return serve(address, init)
    })
    await press('Save')
    await press('Move Objective 20 down')
    arrive()
    await settle()
    expect(order()).toEqual(['21', '20', '22'])
    expect(arrangements()).toMatchObject([{ version: 2 }])
  })

  test('that cannot be saved is taken back, and can be retried', async () => {
    await open({ entries })
    broken = 1
    await press('Move Objective 20 down')
    expect(await screen.findAllByText('The plan was not saved')).not.toEqual([])
    expect(order()).toEqual(['20', '21', '22'])
    // An urgent message is read out at once, and its buttons are there for people who see or reach them.
    fireEvent.click(screen.getByRole('button', { name: 'Retry', hidden: true }))
    await settle()
    expect(order()).toEqual(['21', '20', '22'])
  })
})

describe('an entry', () => {
  test('gets a text, which never overwrites another lead’s', async () => {
    await open({ entries: [{ objective_id: 20 }] })
    await press('Add a note to Objective 20')
    const field = screen.getByRole('textbox', { name: 'Note: Objective 20' })
    fireEvent.change(field, { target: { value: 'Ask Ash' } })
    before = () => {
      held = aPlan({ version: 5, entries: [{ objective_id: 20, extra: 'Ask Wren', version: 5 }] })
    }
    await press('Save')
    expect(await screen.findByText('Another organiser saved this while you were editing')).toBeTruthy()
    fireEvent.click(screen.getByRole('radio', { name: /Ask Ash/ }))
    await press('Use these values')
    await press('Save')
    expect(held.entries).toMatchObject([{ objective_id: 20, extra: 'Ask Ash' }])
    expect(screen.queryByRole('textbox', { name: 'Note: Objective 20' })).toBeNull()
  })

  test('that was planned or moved meanwhile, with its text unchanged, gets the new text at once', async () => {
    await open({ entries: [{ objective_id: 20 }] })
    await press('Add a note to Objective 20')
    fireEvent.change(screen.getByRole('textbox', { name: 'Note: Objective 20' }), { target: { value: 'Ask Ash' } })
    before = () => {
      held = aPlan({ version: 5, entries: [{ objective_id: 20, version: 5 }] })
    }
    await press('Save')
    await settle()
    expect(screen.queryByText('Another organiser saved this while you were editing')).toBeNull()
    expect(held.entries).toMatchObject([{ objective_id: 20, extra: 'Ask Ash' }])
  })

  test('that is removed can be restored with its text', async () => {
    await open({ entries: [{ objective_id: 20, extra: 'Ask Ash' }, { objective_id: 21 }] })
    await press('Remove Objective 20')
    expect(order()).toEqual(['21'])
    await press('Undo')
    expect(sent.at(-1)).toMatchObject({ method: 'PUT', path: '/suggestions/20', body: { extra: 'Ask Ash' } })
    expect(order()).toContain('20')
  })

  test('shows which members have seen it and which have not', async () => {
    await open({ entries: [{ objective_id: 20, seen: 1 }] })
    await press('Seen by 1 of 8: Objective 20')
    const dialog = await screen.findByRole('dialog', { name: 'Who has seen it: Objective 20' })
    expect(await within(dialog).findByText('Seen (1)')).toBeTruthy()
    expect(dialog.textContent).toContain('Player 1')
    expect(dialog.textContent).toContain('Not yet (0)')
  })

  test('that is done is folded, not removed', async () => {
    await open(
      { entries: [{ objective_id: 20 }, { objective_id: 21 }] },
      new Map([[20, new Map([[1, aScore({ number: 10, finished: true })]])]]),
    )
    expect(order()).toEqual(['21'])
    expect(screen.getByText('1 done or closed').parentElement?.textContent).toContain('Objective 20done')
  })
})

test('time windows are added, and removed without their entries', async () => {
  await open({ entries: [{ objective_id: 20 }] })
  await press('Add a time window')
  await press('Save')
  expect(screen.getByText('Enter a name')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Evening' } })
  await press('Save')
  fireEvent.change(screen.getByRole('combobox', { name: 'Time window of Objective 20' }), { target: { value: '0' } })
  await settle()
  expect(within(region('Evening')).getByText('Objective 20')).toBeTruthy()
  await press('Remove Evening')
  expect(screen.getByText('1 objective stays in the plan, for any time.')).toBeTruthy()
  await press('Remove the time window')
  expect(order()).toEqual(['20'])
  expect(held).toMatchObject({ windows: [], entries: [{ objective_id: 20 }] })
})

test('the message to the team is written, and removed', async () => {
  await open({})
  expect(screen.getByText('Nothing is planned yet')).toBeTruthy()
  await press('Write a message to the whole team')
  await press('Save')
  expect(screen.getByText('Enter a message, or remove it instead.')).toBeTruthy()
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Breach tonight' } })
  await press('Save')
  expect(sent.at(-1)).toMatchObject({ path: '/suggestions/1', body: { extra: 'Breach tonight', base_version: 0 } })
})
