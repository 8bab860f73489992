import './notices.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-notices.ts'
import { endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import type { NoticeRoute, RouteReaders } from '@muster/contract/notices'
import { isGranted } from '@muster/domain/access'
import { readEventTitle } from '@muster/domain/events/title'
import { Suspense, useState } from 'react'
import { DataGuard } from '../../../api/calls/data-block.tsx'
import { openEntry, useReopening } from '../../../api/drafts/use-draft.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button, ButtonRow } from '../../../ui/forms/button.tsx'
import { Empty, SkeletonRows } from '../../../ui/layout/states.tsx'
import { Dialog, Sheet } from '../../../ui/overlays/dialog.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { ConfirmWrite } from '../kit/confirm-write.tsx'
import { FormSheet } from '../kit/form-sheet.tsx'
import { useDialogs } from '../kit/list-page.tsx'
import { useCaller } from '../kit/use-caller.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { RouteForm } from './route-form.tsx'
import { type RouteDialog, RouteEntry } from './route-list.tsx'
import { removeRoute, useRoutes } from './use-routes.ts'

/** The readers whose routes a viewer manages: the event's for organisers, their team's for leads. */
function useReaders(): readonly RouteReaders[] {
  const caller = useCaller()
  if (!caller) return []
  const isOrganiser = isGranted(endpoints.saveAnnouncement.access, caller)
  return [...(isOrganiser ? (['public', 'organisers'] as const) : []), ...(caller.place?.is_team_lead ? (['team'] as const) : [])]
}

/** Routes that post what happens in an event. */
export function NoticesPage() {
  const event = useEvent()
  const readers = useReaders()
  const lead = readers[0] === 'team' ? 'notices.leadTeam' : 'notices.lead'
  return (
    <AdminPage title={t('notices.title')} lead={event && t(lead, { event: readEventTitle(event.name) })}>
      {event === null ? (
        <Empty title={t('admin.noEventTitle')} text={t('admin.noEventText')} />
      ) : (
        readers.length > 0 && (
          <DataGuard title={t('notices.title')}>
            <Suspense fallback={<SkeletonRows rows={3} height={96} label={t('loading')} />}>
              <Routes key={event.id} event={event} readers={readers} />
            </Suspense>
          </DataGuard>
        )
      )}
    </AdminPage>
  )
}

function Routes({ event, readers }: { event: Event; readers: readonly RouteReaders[] }) {
  const routes = useRoutes(event)
  const [key, setKey] = useState<string | null>(null)
  const form = (route: NoticeRoute | null, close: () => void) => (
    <FormSheet title={t(route ? 'notices.editTitle' : 'notices.new')} onClose={close}>
      <RouteForm
        event={event}
        route={route}
        readers={route ? readers.filter((one) => (one === 'team') === (route.readers === 'team')) : readers}
        onDone={close}
        onKey={setKey}
      />
    </FormSheet>
  )
  const withRoute =
    (show: (route: NoticeRoute, close: () => void) => React.ReactNode) => (route: NoticeRoute | null, close: () => void) =>
      route && show(route, close)
  const { open, dialog } = useDialogs<NoticeRoute | null, RouteDialog>({
    edit: form,
    log: withRoute((route, close) => (
      <Sheet title={t('notices.logTitle', { name: route.name })} onClose={close}>
        <DataGuard title={t('notices.log')}>
          <Suspense fallback={<SkeletonRows rows={4} height={64} label={t('loading')} />}>
            <DeliveryLog event={event} route={route} />
          </Suspense>
        </DataGuard>
      </Sheet>
    )),
    remove: withRoute((route, close) => (
      <ConfirmWrite
        title={t('notices.removeTitle', { name: route.name })}
        actLabel={t('notices.removeAct')}
        send={() => removeRoute(event, route)}
        done={t('notices.removed')}
        onClose={close}
        isFinal
      >
        <p>{t('notices.removeText', { hint: route.address_hint, waiting: route.waiting })}</p>
      </ConfirmWrite>
    )),
  })
  useReopening({ notice_route: openEntry(routes, `${event.id}.`, (route) => open('edit', route)) })
  return (
    <>
      <ButtonRow>
        <Button kind="primary" icon="plus" onClick={() => open('edit', null)}>
          {t('notices.new')}
        </Button>
      </ButtonRow>
      {routes.length === 0 ? (
        <Empty title={t('notices.emptyTitle')} text={t('notices.emptyText')} />
      ) : (
        <ul className="admin-entries">
          {routes.map((route) => (
            <RouteEntry key={route.id} event={event} route={route} onOpen={(kind) => open(kind, route)} />
          ))}
        </ul>
      )}
      {dialog}
      {key !== null && <KeyDialog signing_key={key} onClose={() => setKey(null)} />}
    </>
  )
}

/** The signing key of a program, once. */
function KeyDialog({ signing_key, onClose }: { signing_key: string; onClose: () => void }) {
  return (
    <Dialog
      title={t('notices.keyTitle')}
      onClose={onClose}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('notices.keyDone')}
        </Button>
      }
    >
      <p>{t('notices.keyText')}</p>
      <p className="notices-key" data-testid="signing-key">
        {signing_key}
      </p>
    </Dialog>
  )
}
