import { createFileRoute, Outlet } from '@tanstack/react-router'
import { Suspense } from 'react'
import { DataGuard } from '../api/calls/data-block.tsx'
import { AdminFrame } from '../features/admin/kit/admin-frame.tsx'
import { t } from '../lib/text/messages.ts'
import { SkeletonRows } from '../ui/layout/states.tsx'

export const Route = createFileRoute('/admin')({
  component: () => (
    <AdminFrame>
      <DataGuard title={t('nav.admin')}>
        <Suspense fallback={<SkeletonRows rows={8} height={48} label={t('loading')} />}>
          <Outlet />
        </Suspense>
      </DataGuard>
    </AdminFrame>
  ),
})
