import { defaultGame } from '@muster/contract/game-versions'
import type { Objective } from '@muster/contract/objectives'
import { validMappings } from '@muster/domain/conditions/mappings'
import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { aCategory, anEvent, anObjective, now_ms, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { findDrafts } from './draft-store.ts'
import { ObjectivesPage } from './objectives-page.tsx'
import type { Opened } from './use-selection.ts'

// The objectives page with a small tree and a server with prepared answers.

const condition = (id: number, field: string, value: string) => ({ id, field, operator: 'EQ', value, any_of: null })
export const tree: Objective = {
  ...aCategory({
    id: 1,
    name: 'Root',
    version: 1,
    children: [
      aCategory({
        id: 2,
        parent_id: 1,
        name: 'Uniques',
        version: 1,
        children: [
          anObjective({
            id: 20,
            parent_id: 2,
            name: 'Tulfall',
            version: 3,
            required_number: 1,
            conditions: [condition(7, 'NAME', 'Tulfall')],
          }),
          anObjective({ id: 21, parent_id: 2, name: 'Mageblood', version: 5, required_number: 1 }),
        ],
      }),
    ],
  }),
  parent_id: null,
}
const event_id = anEvent.id
export const fetched = vi.fn<(url: string, init?: { body?: string }) => Promise<Response>>()

/** The bodies of all requests to one path. */
export const sent = (path: string): unknown[] =>
  fetched.mock.calls.filter(([url]) => url.endsWith(path)).map(([, init]) => JSON.parse(init?.body ?? 'null') as unknown)

/** Answers by part of the path; a promise delays its answer. */
export const answers = (replies: Readonly<Record<string, unknown>>) =>
  fetched.mockImplementation(async (url) => {
    const path = Object.keys(replies).find((part) => url.includes(part))
    if (path === undefined) return new Promise(() => undefined)
    const reply = await replies[path]
    return reply instanceof Response ? reply.clone() : new Response(JSON.stringify(reply))
  })

/** The page with its part of the address. */
function Shown({ first }: { first: Partial<Opened> }) {
  const [opened, setOpened] = useState<Opened>({ category: 'root', edit: undefined, create: undefined, ...first })
  return <ObjectivesPage event_id={event_id} {...opened} onOpen={(more) => setOpened((before) => ({ ...before, ...more }))} />
}

export const show = (first: Partial<Opened> = {}) => renderInEvent(<Shown first={first} />)
export const name = () => screen.getByLabelText<HTMLInputElement>('Name', { selector: 'input[name=name]' })
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })
export const row = (text: string) => screen.getByRole('treeitem', { name: new RegExp(text) })
export const press = (label: string | RegExp) =>
  act(async () => {
    fireEvent.click(screen.getByRole('button', { name: label }))
    await vi.dynamicImportSettled()
  })
export const edited = { definition_version: 9, objective_ids: { new: 22 }, scoring_preset_ids: {} }

/** Before the start of the event, saving asks nothing. */
export function startPage({ isRunning = false, isLocked = false, tree: shown = tree, game_version = defaultGame } = {}): void {
  const drafts = findDrafts(null, event_id)
  for (const key of drafts.keys()) drafts.remove(key)
  const starts = new Date(now_ms + (isRunning ? -3_600_000 : 3_600_000)).toISOString()
  seedEvent({ events: [{ ...anEvent, game_version, is_locked: isLocked, event_start_time: starts }] })
  queryClient.setQueryData(read('getObjectiveTreeForEvent', eventInput(event_id)).queryKey, shown)
  queryClient.setQueryData(read('getScoringPresetsForEvent', eventInput(event_id)).queryKey, [])
  queryClient.setQueryData(read('getValidMappings', eventInput(event_id)).queryKey, validMappings as never)
  fetched.mockReset()
  answers({ 'definition/edits': edited, objectives: shown })
  vi.stubGlobal('fetch', fetched)
}
