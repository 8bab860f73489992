import './home.css'
import '../../../messages/admin-home.ts'
import { endpoints } from '@muster/contract/endpoints'
import type { Event } from '@muster/contract/events'
import { isGranted } from '@muster/domain/access'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { DataBlock } from '../../../api/calls/data-block.tsx'
import { useReadsGame } from '../../../api/live/clock.ts'
import { useEvents, useSelf } from '../../../api/scores/event.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/text/messages.ts'
import { nameButton } from '../../../ui/forms/button.tsx'
import { SkeletonRows } from '../../../ui/layout/states.tsx'
import { Badge } from '../../../ui/marks/badge.tsx'
import { AdminPage } from '../kit/admin-page.tsx'
import { NoEvent } from '../kit/no-event.tsx'
import { useCaller } from '../kit/use-caller.ts'
import { Abilities } from './abilities.tsx'
import { useReadiness } from './use-readiness.ts'

function useMayCreate(): boolean {
  const caller = useCaller()
  return caller !== undefined && isGranted(endpoints.createEvent.access, caller)
}

/** Without an event: on a new installation, people who may create events are led to the first one. */
export function FirstRun() {
  const isFresh = useEvents().length === 0
  const mayCreate = useMayCreate()
  if (!isFresh || !mayCreate)
    return (
      <AdminPage title={t('admin.title')}>
        <NoEvent />
      </AdminPage>
    )
  return (
    <AdminPage title={t('home.firstTitle')} lead={t('home.firstLead')}>
      <Steps event={null} hasObjectives={false} />
      <Abilities />
    </AdminPage>
  )
}

/** Whether this is the first event and still hidden: then the steps show what is next. */
export function useHasFirstSteps(event: Event): boolean {
  const isOnly = useEvents().length === 1
  const mayCreate = useMayCreate()
  return isOnly && mayCreate && !isShown(event)
}

/** The same steps above the overview of the first event. */
export function FirstSteps({ event }: { event: Event }) {
  if (!useHasFirstSteps(event)) return null
  return (
    <DataBlock
      title={t('home.steps')}
      note={t('home.stepsNote')}
      loading={<SkeletonRows rows={5} height={84} label={t('loading')} />}
    >
      <StepsOfEvent event={event} />
    </DataBlock>
  )
}

function StepsOfEvent({ event }: { event: Event }) {
  return <Steps event={event} hasObjectives={useReadiness(event).figures.objectives > 0} />
}

const isShown = (event: Event) => event.is_public && event.is_current

/** In the order of the guide; nothing on the server tells whether an event was rehearsed. */
const allSteps = ['connect', 'name', 'definition', 'rehearse', 'invite'] as const
type Step = (typeof allSteps)[number]

function Steps({ event, hasObjectives }: { event: Event | null; hasObjectives: boolean }) {
  const readsGame = useReadsGame() ?? true
  const steps = allSteps.filter((step) => step !== 'connect' || readsGame)
  const hasAccount = (useSelf().data?.account_name ?? null) !== null
  const done: Readonly<Record<Step, boolean>> = {
    connect: hasAccount,
    name: event !== null,
    definition: hasObjectives,
    invite: event !== null && isShown(event),
    rehearse: false,
  }
  const Heading = event === null ? 'h2' : 'h3'
  const next = steps.find((step) => !done[step] && step !== 'rehearse')
  const kindOf = (step: Step) => nameButton({ kind: step === next ? 'primary' : 'plain' })
  const ways: Readonly<Record<Step, ReactNode>> = {
    connect: (
      <Link to={paths.settings} className={kindOf('connect')}>
        {t('home.stepGo.connect')}
      </Link>
    ),
    name: (
      <Link to={paths.adminEvents} className={kindOf('name')}>
        {t('home.stepGo.name')}
      </Link>
    ),
    definition: event && (
      <Link to={paths.adminDefinition} params={{ eventId: event.id }} className={kindOf('definition')}>
        {t('home.stepGo.definition')}
      </Link>
    ),
    invite: event && (
      <>
        <Link to={paths.rules} search={{ event: event.id }} className={nameButton({})}>
          {t('home.stepGo.rules')}
        </Link>
        <Link to={paths.adminEvents} search={true} className={kindOf('invite')}>
          {t('home.stepGo.invite')}
        </Link>
      </>
    ),
    rehearse: null,
  }
  return (
    <ol className="home-steps">
      {steps.map((step, index) => (
        <li key={step} className={done[step] ? 'is-done' : undefined}>
          <span className="home-step-number num" aria-hidden="true">
            {index + 1}
          </span>
          <div>
            <Heading className="home-step-name">{t(`home.step.${step}`)}</Heading>
            <p className="quiet">{t(`home.stepText.${step}`)}</p>
          </div>
          <div className="home-step-go">
            {done[step] ? (
              <Badge kind="good" icon="check">
                {t('home.stepDone')}
              </Badge>
            ) : (
              (ways[step] ?? (step !== 'rehearse' && <span className="quieter small">{t('home.stepLater')}</span>))
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
