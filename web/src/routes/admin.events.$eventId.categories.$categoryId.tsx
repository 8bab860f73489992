import { createFileRoute, notFound } from '@tanstack/react-router'
import { useCallback } from 'react'
import { startDefinition } from '../features/admin/objectives/definition-queries.ts'
import { ObjectivesPage } from '../features/admin/objectives/objectives-page.tsx'
import type { Opened } from '../features/admin/objectives/use-selection.ts'
import { readChoice, readId } from '../lib/text/search.ts'

export const Route = createFileRoute('/admin/events/$eventId/categories/$categoryId')({
  staticData: { adminPage: 'objectives' },
  params: {
    parse: ({ categoryId }) => {
      const id = categoryId === 'root' ? ('root' as const) : readId(categoryId)
      if (id === undefined) throw notFound()
      return { categoryId: id }
    },
    stringify: ({ categoryId }) => ({ categoryId: String(categoryId) }),
  },
  validateSearch: (search: Record<string, unknown>): { edit?: number | undefined; create?: Opened['create'] } => ({
    edit: readId(search['edit']),
    create: readChoice(search['create'], ['objective', 'category'] as const),
  }),
  loader: ({ params }) => startDefinition(params.eventId),
  component: Objectives,
})

function Objectives() {
  const { eventId, categoryId } = Route.useParams()
  const { edit, create } = Route.useSearch()
  const navigate = Route.useNavigate()
  const open = useCallback(
    ({ category, ...more }: Partial<Opened>) => {
      void navigate({
        params: (before) => ({ ...before, categoryId: category ?? before.categoryId }),
        search: (before) => ({ ...before, ...more }),
        resetScroll: false,
      })
    },
    [navigate],
  )
  return <ObjectivesPage key={eventId} event_id={eventId} category={categoryId} edit={edit} create={create} onOpen={open} />
}
