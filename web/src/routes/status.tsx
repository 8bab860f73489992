import { createFileRoute } from '@tanstack/react-router'
import { queryClient, read } from '../api/calls/queries.ts'
import { StatusPage } from '../features/status/status-page.tsx'

export const Route = createFileRoute('/status')({
  loader: () => void queryClient.prefetchQuery(read('getStatus', {})),
  component: StatusPage,
})
