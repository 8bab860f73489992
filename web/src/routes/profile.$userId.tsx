import { createFileRoute, notFound, Outlet } from '@tanstack/react-router'
import { readId } from '../lib/text/search.ts'

export const Route = createFileRoute('/profile/$userId')({
  params: {
    parse: ({ userId }) => {
      const id = readId(userId)
      if (id === undefined) throw notFound()
      return { userId: id }
    },
    stringify: ({ userId }) => ({ userId: String(userId) }),
  },
  component: () => (
    <div className="wrap">
      <Outlet />
    </div>
  ),
})
