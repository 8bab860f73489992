import { createFileRoute, Outlet } from '@tanstack/react-router'
import { AdminFrame } from '../features/admin/kit/admin-frame.tsx'

export const Route = createFileRoute('/admin')({
  component: () => (
    <AdminFrame>
      <Outlet />
    </AdminFrame>
  ),
})
