import type { Submission } from '@muster/contract/submissions'
import { act, fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { readSubmissions } from '../../../api/people/submissions.ts'
import { changePreferences } from '../../../lib/browser/preferences.ts'
import { anObjective, aTree, renderInEvent, seedEvent } from '../../../test-event.tsx'
import { at } from '../../../test-submission.ts'
import { Toasts } from '../../../ui/overlays/toasts.tsx'
import type { DeskSearch } from './desk-search.ts'
import { JudgeDesk } from './judge-desk.tsx'

export const fetched = vi.fn<typeof fetch>()

/** The data of the server, and the requests to it. */
interface Server {
  stored: Submission[]
  /** The list as a slow server still sends it; null: as stored. */
  listed: readonly Submission[] | null
  claims: object[]
  history: object[]
  /** The copied text of every reported item. */
  copied: string
  sent: { method: string; path: string; body: unknown }[]
  refusal: { status: number; code: string } | null
}
export const server: Server = { stored: [], listed: null, claims: [], history: [], copied: '', sent: [], refusal: null }

const answer = (status: number, body?: unknown) => new Response(body === undefined ? null : JSON.stringify(body), { status })

function serve(url: string, init: RequestInit | undefined): Response {
  const path = new URL(url, 'http://muster.test').pathname
  const method = init?.method ?? 'GET'
  if (method === 'GET') {
    if (path.endsWith('/claims')) return answer(200, server.claims)
    if (path.endsWith('/history')) return answer(200, server.history)
    if (path.endsWith('/item')) return answer(200, { text: server.copied })
    if (path.endsWith('/submissions')) return answer(200, server.listed ?? server.stored)
    // A long test outlasts the seeded data of the event, which the page keeps if a refetch fails.
    return answer(404, { error: 'Not in this test', code: 'not_found' })
  }
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined
  server.sent.push({ method, path, body })
  if (server.refusal) return answer(server.refusal.status, { error: 'Refused', code: server.refusal.code })
  if (path.endsWith('/claim')) return method === 'DELETE' ? answer(204) : answer(200, {})
  const id = Number(/submissions\/(\d+)/.exec(path)?.[1])
  const verdict = body as Pick<Submission, 'approval_status' | 'review_comment'>
  const counts_as = verdict.approval_status === 'APPROVED' ? 'confirmed' : null
  const decided = { ...server.stored.find((each) => each.id === id), ...verdict, counts_as, version: 4, reviewed_at: at(0) }
  server.stored = server.stored.map((each) => (each.id === id ? (decided as Submission) : each))
  return answer(200, decided)
}

function Desk() {
  const [search, setSearch] = useState<DeskSearch>({})
  return (
    <>
      <JudgeDesk search={search} onSearch={(change) => setSearch((before) => ({ ...before, ...change }))} />
      <Toasts label="Messages" closeLabel="Close" />
    </>
  )
}

export const show = async (submissions: readonly Submission[], own_team_id: number | null = null) => {
  server.stored = [...submissions]
  const bounty = { id: 50, parent_id: 2, name: 'Kill it', objective_type: 'SUBMISSION', number_field: 'SUBMISSION_VALUE' }
  const race = { ...bounty, id: 51, name: 'Be fast' }
  const isRing = { id: 1, field: 'ITEM_CLASS', operator: 'EQ', value: 'Ring', any_of: null }
  const isUnique = { id: 2, field: 'RARITY', operator: 'EQ', value: 'Unique', any_of: null }
  const rings = { id: 52, parent_id: 2, name: 'Unique ring', required_number: 1, conditions: [isRing, isUnique] }
  const tree = aTree(...[bounty, race].map((each) => anObjective({ ...each, required_number: 1 })), anObjective(rings))
  seedEvent({ own_team_id, tree })
  queryClient.setQueryData(readSubmissions('current').queryKey, [...submissions])
  queryClient.setQueryData(read('getSubmissionClaims', eventInput('current')).queryKey, server.claims as never)
  queryClient.setQueryData(read('getUser', {}).queryKey, {
    id: 99,
    display_name: 'Corla',
    permissions: ['submission_judge'],
  } as never)
  const view = await renderInEvent(<Desk />)
  await act(async () => {})
  return view
}
export const press = async (key: string, shiftKey = false) => {
  await act(async () => {
    fireEvent.keyDown(document.body, { key, shiftKey })
  })
}
export const click = async (name: string | RegExp) => {
  await act(async () => {
    fireEvent.click(screen.getByRole('button', { name }))
  })
}
export const entry = () => screen.getByRole('article')
export const isOpen = (name: string) => within(entry()).queryByRole('heading', { name }) !== null
export const reason = () => screen.getByLabelText<HTMLTextAreaElement>('Reason, shown to the team')
export const decisions = () => server.sent.filter(({ path }) => path.endsWith('/review'))

/** An empty desk, in UTC. */
export function resetDesk(): void {
  Object.assign(server, { stored: [], listed: null, claims: [], history: [], copied: '', sent: [], refusal: null })
  // Other files in the same worker replace or restore the global.
  vi.stubGlobal('fetch', fetched)
  fetched.mockReset()
  fetched.mockImplementation((url, init) => Promise.resolve(serve(String(url instanceof Request ? url.url : url), init)))
  changePreferences({ timeZone: 'UTC' })
}
