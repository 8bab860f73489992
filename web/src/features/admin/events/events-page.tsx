import '../../../messages/admin-events.ts'
import '../../../messages/admin-retention.ts'
import './events.css'
import type { Event } from '@muster/contract/events'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { WriteProblem } from '../../../api/calls/write-problem.tsx'
import { useServerNow } from '../../../api/live/clock.ts'
import { readStatus, useEvents } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatDay } from '../../../lib/time/time.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { type DataColumn, DataTable, figure } from '../../../ui/layout/data-table.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { DatesLine } from '../kit/dates-line.tsx'
import { useZone } from '../kit/use-zone.ts'
import { DeleteEvent } from './delete-event.tsx'
import { DuplicateEvent } from './duplicate-event.tsx'
import { EventForm } from './event-form.tsx'
import { readDates } from './event-values.ts'
import { type Flag, FlagChange, nameTurn } from './flag-change.tsx'
import { PlanTime } from './plan-time.tsx'
import { RetentionDialog } from './retention-dialog.tsx'
import { useArchive } from './use-archive.ts'

/** The dialog over the list; each is created when it opens, so that nothing carries over from another event. */
type Opened =
  | { readonly kind: 'create' }
  | { readonly kind: 'edit' | 'duplicate' | 'delete' | 'retention'; readonly event: Event }
  | { readonly kind: 'flag'; readonly event: Event; readonly flag: Flag }

/** All events, newest first, with their actions. */
export function EventsPage() {
  const events = useEvents().toReversed()
  const [opened, setOpened] = useState<Opened | null>(null)
  const close = () => setOpened(null)
  const current = events.find((event) => event.is_current)
  const { zone } = useZone()
  const zoneName = zone || Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <AdminPage
      title={t('admin.page.events')}
      lead={t('adminEvents.lead')}
      actions={
        <Button kind="primary" icon="plus" onClick={() => setOpened({ kind: 'create' })}>
          {t('adminEvents.new')}
        </Button>
      }
    >
      {current && (
        <section className="admin-events-current">
          <div className="block-head">
            <h2 className="block-title">
              <bdi>{current.name}</bdi>
            </h2>
            <div className="block-note">
              {t(zoneName === 'UTC' ? 'adminEvents.zoneUtc' : 'adminEvents.zone', { zone: zoneName })}
            </div>
          </div>
          <DatesLine dates={readDates(current)} />
        </section>
      )}
      {events.length === 0 ? (
        <Empty title={t('adminEvents.noneTitle')} text={t('adminEvents.noneText')} />
      ) : (
        <DataTable
          className="admin-events-table"
          caption={t('admin.page.events')}
          columns={listColumns(setOpened)}
          rows={events}
          keyOf={(event) => event.id}
        />
      )}
      {opened?.kind === 'create' && <EventForm event={null} onClose={close} />}
      {opened?.kind === 'edit' && <EventForm key={opened.event.id} event={opened.event} onClose={close} />}
      {opened?.kind === 'duplicate' && <DuplicateEvent key={opened.event.id} event={opened.event} onClose={close} />}
      {opened?.kind === 'delete' && (
        <DeleteEvent
          key={opened.event.id}
          event={opened.event}
          onUnlock={() => setOpened({ kind: 'flag', event: opened.event, flag: 'is_locked' })}
          onClose={close}
        />
      )}
      {opened?.kind === 'retention' && <RetentionDialog key={opened.event.id} event={opened.event} onClose={close} />}
      {opened?.kind === 'flag' && (
        <FlagChange key={`${opened.event.id} ${opened.flag}`} event={opened.event} flag={opened.flag} onClose={close} />
      )}
    </AdminPage>
  )
}

function EventState({ event }: { event: Event }) {
  const now = useServerNow(60_000)
  const isRunning = now >= Date.parse(event.event_start_time) && now < Date.parse(event.event_end_time)
  return (
    <span className="admin-events-state">
      {isRunning && <Badge kind="running">{t('adminEvents.running')}</Badge>}
      {event.is_current && <Badge icon="pin">{t('adminEvents.current')}</Badge>}
      {!event.is_public && <Badge>{t('adminEvents.hidden')}</Badge>}
      {event.is_locked && <Badge icon="lock">{t('adminEvents.locked')}</Badge>}
      {event.archived_at !== null && (
        <Badge>{t('adminEvents.imported', { day: formatDay(Date.parse(event.archived_at)) })}</Badge>
      )}
      {event.final_since !== null ? (
        <Badge>{t('retention.badgeFinal', { day: formatDay(Date.parse(event.final_since)) })}</Badge>
      ) : (
        event.raw_kept_until !== null && (
          <Badge>{t('retention.badgeUntil', { day: formatDay(Date.parse(event.raw_kept_until)) })}</Badge>
        )
      )}
    </span>
  )
}

function listColumns(onOpen: (opened: Opened) => void): readonly DataColumn<Event>[] {
  const labelled = { isLabelled: true, cellClass: 'num' }
  return [
    { head: t('adminEvents.event'), isName: true, show: (event) => <EventName event={event} /> },
    {
      head: t('adminEvents.signups'),
      isLabelled: true,
      show: ({ application_start_time, application_end_time }) => (
        <>
          <PlanTime field="application_start_time" value={application_start_time} />
          <PlanTime field="application_end_time" value={application_end_time} />
        </>
      ),
    },
    {
      head: t('adminEvents.play'),
      isLabelled: true,
      show: ({ event_start_time, event_end_time }) => (
        <>
          <PlanTime field="event_start_time" value={event_start_time} />
          <PlanTime field="event_end_time" value={event_end_time} />
        </>
      ),
    },
    figure(t('adminEvents.places'), (event) => <Places event={event} />, labelled),
    figure(t('adminEvents.teams'), (event) => <EventLinks event={event} />, labelled),
    {
      head: t('adminEvents.actions'),
      isHeadHidden: true,
      cellClass: 'admin-events-actions',
      show: (event) => <Actions event={event} onOpen={onOpen} />,
    },
  ]
}

function EventName({ event }: { event: Event }) {
  return (
    <>
      <Link className="admin-events-name" to={paths.admin} search={event.is_current ? {} : { event: event.id }}>
        <bdi>{event.name}</bdi>
      </Link>
      <small>
        {t('adminEvents.number', { id: event.id })}, {t(`adminEvents.${event.game_version}`)} {event.patch}
      </small>
      <EventState event={event} />
    </>
  )
}

function Places({ event: { id, max_size, waitlist_size } }: { event: Event }) {
  const signups = useQuery(readStatus(id)).data?.number_of_signups
  return (
    <>
      {signups === undefined ? '–' : formatCount(signups)}
      <small>{t('adminEvents.size', { size: formatCount(max_size), waitlist: formatCount(waitlist_size) })}</small>
    </>
  )
}

function EventLinks({ event }: { event: Event }) {
  const params = { eventId: event.id }
  return (
    <>
      <Link className="link" to={paths.adminTeams} params={params} search={true}>
        {t('adminEvents.teamCount', { count: event.teams.length })}
      </Link>
      <Link className="link" to={paths.adminPresets} params={params} search={true}>
        {t('admin.page.presets')}
      </Link>
      <Link className="link" to={paths.adminObjectives} params={{ ...params, categoryId: 'root' }} search={{}}>
        {t('admin.page.objectives')}
      </Link>
    </>
  )
}

function Actions({ event, onOpen }: { event: Event; onOpen: (opened: Opened) => void }) {
  const archive = useArchive(event)
  return (
    <>
      <Button size="small" onClick={() => onOpen({ kind: 'edit', event })}>
        {t('adminEvents.edit')}
        <span className="vh"> {event.name}</span>
      </Button>
      <Button size="small" onClick={() => onOpen({ kind: 'duplicate', event })}>
        {t('adminEvents.duplicate')}
        <span className="vh"> {event.name}</span>
      </Button>
      <Menu
        label={t('adminEvents.moreOf', { name: event.name })}
        trigger={<IconButton label={t('adminEvents.moreOf', { name: event.name })} icon="menu" />}
      >
        {(['is_current', 'is_public', 'is_locked'] as const).map((flag) => (
          <MenuItem key={flag} onSelect={() => onOpen({ kind: 'flag', event, flag })}>
            {t(`adminEvents.turn.${nameTurn(flag, !event[flag])}`)}
          </MenuItem>
        ))}
        {archive.is_offered && (
          <MenuItem isDisabled={archive.write.is_busy} onSelect={archive.download}>
            {t('adminEvents.archive')}
          </MenuItem>
        )}
        {event.archived_at === null && (
          <MenuItem onSelect={() => onOpen({ kind: 'retention', event })}>{t('retention.menu')}</MenuItem>
        )}
        <MenuLine />
        <MenuItem onSelect={() => onOpen({ kind: 'delete', event })}>{t('adminEvents.delete')}</MenuItem>
      </Menu>
      <WriteProblem write={archive.write} />
    </>
  )
}
