import type { DefinitionProblems } from '@muster/contract/definition-problems'
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { eventInput, queryClient, read } from '../../../api/calls/queries.ts'
import { renderInEvent, seedEvent } from '../../../test-event.tsx'
import { ProblemsSheet } from '../objectives/side-sheets.tsx'
import { ProblemsPage } from './problems-page.tsx'

const about = (name: string, text: string) => [
  { text: name, objective_id: 50 },
  { text, objective_id: null },
]
const found = {
  definition_version: 1,
  problems: [
    {
      code: 'no_conditions',
      severity: 'error',
      objective_id: 50,
      preset_id: null,
      sentence: about('Goldrim', ' has no conditions.'),
    },
    { code: 'pays_nothing', severity: 'warning', objective_id: 51, preset_id: null, sentence: about('Tabula', ' pays nothing.') },
  ],
  counts: { error: 1, warning: 1, notice: 0 },
  by_code: {},
  left_off: 0,
  compared_all: true,
} as unknown as DefinitionProblems

function seed(problems: DefinitionProblems): void {
  seedEvent({})
  vi.stubGlobal('fetch', async (path: string) => Response.json(path.includes('definition') ? problems : []))
  queryClient.setQueryData(read('getDefinitionProblems', eventInput(4)).queryKey, problems)
  queryClient.setQueryData(read('getEventProblems', eventInput(4)).queryKey, [])
}
const listOf = (root: HTMLElement) =>
  within(root)
    .getAllByRole('listitem')
    .map((item) => item.textContent)

test('the pages of problems and of objectives show one list, with links to the objectives', async () => {
  seed(found)
  const page = await renderInEvent(<ProblemsPage />)
  expect(await screen.findByRole('heading', { name: '1 error' })).toBeDefined()
  expect(screen.queryByText('Everything can be scored')).toBeNull()
  expect(screen.getByRole('button', { name: 'Goldrim' })).toBeDefined()
  const onPage = listOf(page.container)
  expect(onPage).toEqual(['Error: Goldrim has no conditions.', 'Warning: Tabula pays nothing.'])
  page.unmount()
  await renderInEvent(<ProblemsSheet problems={found} onOpen={() => {}} onClose={() => {}} />)
  expect(listOf(screen.getByRole('dialog'))).toEqual(onPage)
})

test('everything can be scored if the list is empty', async () => {
  seed({ ...found, problems: [], counts: { error: 0, warning: 0, notice: 0 } })
  await renderInEvent(<ProblemsPage />)
  expect(await screen.findByText('Everything can be scored')).toBeDefined()
})
