import { createFileRoute, redirect } from '@tanstack/react-router'
import { paths } from '../lib/paths.ts'

export const Route = createFileRoute('/scores/')({
  beforeLoad: () => {
    throw redirect({ to: paths.ladder, search: true, replace: true })
  },
})
