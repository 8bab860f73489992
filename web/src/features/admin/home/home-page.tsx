import './home.css'
import '../../../messages/admin.ts'
import '../../../messages/admin-home.ts'
import { endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import { isGranted, mayOpen, type AdminPage as PageName } from '@muster/domain/access'
import { readEventTitle } from '@muster/domain/events/title'
import { Link } from '@tanstack/react-router'
import { type ReactNode, Suspense } from 'react'
import { DataBlock, DataGuard } from '../../../api/calls/data-block.tsx'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEvent } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { Skeleton, SkeletonRows } from '../../../ui/layout/states.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { linkTo } from '../kit/admin-links.ts'
import { DatesLine } from '../kit/dates-line.tsx'
import { readDates } from '../kit/read-dates.ts'
import { useCaller } from '../kit/use-caller.ts'
import { Abilities } from './abilities.tsx'
import { FirstRun, FirstSteps, useHasFirstSteps } from './first-run.tsx'
import { LastChanges } from './last-changes.tsx'
import { describeLine, nameRemedy } from './ready-words.ts'
import { ObjectiveSights } from './objective-sights.tsx'
import { Checklist, Owners, useRemedy } from './checklist.tsx'
import { PlainCards, RightsCards } from './rights-cards.tsx'
import { SignupFigures } from './signup-figures.tsx'
import { useReadiness } from './use-readiness.ts'

interface HomePageProps {
  /** Parts of other admin pages. */
  jobs: (event: Event) => ReactNode
  announcement: (event: Event) => ReactNode
}

/** The organiser's overview: the state of the event, missing steps, and links to everything else. */
export function HomePage({ jobs, announcement }: HomePageProps) {
  const event = useEvent()
  if (event === null) return <FirstRun />
  return <EventHome key={event.id} event={event} jobs={jobs} announcement={announcement} />
}

const rows = (count: number, height: number) => <SkeletonRows rows={count} height={height} label={t('loading')} />

function EventHome({ event, jobs, announcement }: HomePageProps & { event: Event }) {
  const caller = useCaller()
  const isJudged = caller !== undefined && isGranted(endpoints.getEventReadiness.access, caller)
  const opens = (page: PageName) => caller !== undefined && mayOpen(page, caller)
  const title = readEventTitle(event.name)
  if (!isJudged)
    return (
      <AdminPage title={title}>
        <PlainCards event={event} />
      </AdminPage>
    )
  return (
    <AdminPage
      title={title}
      lead={
        <DataGuard title={title} failure={null}>
          <Suspense fallback={<Skeleton width={360} height={14} />}>
            <Lead event={event} />
          </Suspense>
        </DataGuard>
      }
      actions={
        <DataGuard title={title} failure={null}>
          <Link to={paths.home} className={nameButton({})}>
            {t('home.eventPage')}
          </Link>
          <Suspense>
            <NextStep event={event} />
          </Suspense>
        </DataGuard>
      }
    >
      <FirstSteps event={event} />
      <DataBlock title={t('home.dates')} note={t('home.datesNote')} loading={rows(1, 130)}>
        <DatesLine dates={readDates(event)} />
      </DataBlock>
      <div className="home-pair">
        <div>
          <DataBlock title={t('home.checklist')} loading={rows(12, 58)}>
            <Checklist event={event} />
          </DataBlock>
          <ObjectiveSights event={event} />
          <Abilities />
          <DataBlock title={t('home.cards')} note={t('home.cardsNote')} loading={rows(3, 112)}>
            <RightsCards event={event} />
          </DataBlock>
          {opens('jobs') && (
            <DataBlock title={t('home.jobs')} note={<ToPage page="jobs" event={event} />} loading={rows(5, 58)}>
              {jobs(event)}
            </DataBlock>
          )}
        </div>
        <aside>
          <DataBlock title={t('home.owners')} loading={rows(3, 40)}>
            <Owners event={event} />
          </DataBlock>
          <DataBlock title={t('home.signups')} note={<ToPage page="signups" event={event} />} loading={rows(3, 48)}>
            <SignupFigures event={event} />
          </DataBlock>
          {opens('announcements') && (
            <DataBlock title={t('home.announcement')} note={<ToPage page="announcements" event={event} />} loading={rows(5, 64)}>
              {announcement(event)}
            </DataBlock>
          )}
          <DataBlock title={t('home.changes')} loading={rows(8, 40)}>
            <LastChanges event={event} />
          </DataBlock>
        </aside>
      </div>
    </AdminPage>
  )
}

/** The link to the full page, for people who may open it. */
function ToPage({ page, event }: { page: PageName; event: Event }) {
  const caller = useCaller()
  const to = linkTo(page, event.id)
  if (!to || caller === undefined || !mayOpen(page, caller)) return null
  return (
    <Link {...to} search={true} className="link">
      {t('home.all')}
    </Link>
  )
}

/** One sentence on the state of the event, and one on the first thing to do. */
function Lead({ event }: { event: Event }) {
  const { lines, next } = useReadiness(event)
  const now = useServerNow(60_000)
  const [start, end] = [Date.parse(event.event_start_time), Date.parse(event.event_end_time)]
  const countOf = (weight: string) => lines.filter((line) => line.weight === weight).length
  const [stops, open] = [countOf('stops_start'), countOf('open')]
  const hasSteps = useHasFirstSteps(event)
  const when =
    now < start
      ? t('home.startsAt', { time: formatFull(start) })
      : now < end
        ? t('home.runsUntil', { time: formatFull(end) })
        : t('home.endedAt', { time: formatFull(end) })
  const words = [
    when,
    stops > 0 ? t(now < start ? 'home.stops' : 'home.stopsRunning', { count: stops }) : '',
    open > 0 ? t('home.waits', { count: open }) : '',
    next === undefined ? t('home.allDone') : hasSteps ? '' : t('home.next', { line: describeLine(next) }),
  ]
  return <>{words.filter((one) => one !== '').join(' ')}</>
}

/** The button for the next step, if the viewer can do it. */
function NextStep({ event }: { event: Event }) {
  const { next } = useReadiness(event)
  const to = useRemedy(event)
  const hasSteps = useHasFirstSteps(event)
  const link = next && to(next)
  if (hasSteps || !next || !link) return null
  return (
    <Link {...link} className={nameButton({ kind: 'primary' })}>
      {nameRemedy(next)}
    </Link>
  )
}
