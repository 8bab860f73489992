import '../../../messages/admin-what-if.ts'
import '../../../messages/admin.ts'
import './what-if.css'
import type { DefinitionEditInput, WhatIf } from '@muster/contract/definition'
import type { Event } from '@muster/contract/events'
import { sayBroken } from '@muster/domain/objectives/item-coverage'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useContext, useEffect, useId, useLayoutEffect, useMemo } from 'react'
import type { Failure } from '../../../api/calls/failure.ts'
import { read } from '../../../api/calls/queries.ts'
import { assignTeamLooks } from '../../../lib/teams/team-looks.ts'
import { t } from '../../../lib/text/messages.ts'
import { HoldContext } from '../../../ui/forms/form-context.ts'
import { ErrorNote, SkeletonRows } from '../../../ui/layout/states.tsx'
import { listRemoved, pickRivals, readEffect } from './effect.ts'
import { EffectTable } from './effect-table.tsx'
import type { ShownTeam } from './shown-team.ts'
import { GapChart } from './gap-chart.tsx'
import { MovedObjectives } from './moved-objectives.tsx'
import { type AskWhatIf, useWhatIf } from './use-what-if.ts'

interface WhatIfPanelProps {
  eventId: number
  /**
   * The edits for `editDefinition`, in order; an empty list shows that there is nothing to compare yet. May be a new array on
   * every render: the server is asked half a second after the content has changed, and an older request is cancelled.
   */
  edits: readonly DefinitionEditInput[]
  /**
   * Called with every result, and with null as soon as it is outdated: use it for the button's label (`describeConfirm`). If the
   * server could not compute a result, the second argument says why.
   */
  onResult?: (result: WhatIf | null, failure: Failure | null) => void
  /**
   * For changes that are not edits of the definition: makes another call with the same kind of reply. `edits` then only says
   * whether and when to ask: pass anything that differs when the change does.
   */
  ask?: AskWhatIf
}

/**
 * Previews the effect of edits on the standings: gains and losses, the gap over time, affected objectives, and deletions. Has its
 * own heading, states and retry; takes the available width (from 300 px). The form or dialog around it cannot be confirmed before
 * the preview is shown, or has failed.
 */
export function WhatIfPanel({ eventId, edits, onResult, ask }: WhatIfPanelProps) {
  const { result, is_computing, is_waiting, failure, retry } = useWhatIf(eventId, edits, ask)
  const current = is_computing ? null : result
  useEffect(() => onResult?.(current, failure), [current, failure, onResult])
  const { set: hold } = useContext(HoldContext)
  // Organisers never save unseen consequences.
  useLayoutEffect(() => hold(is_computing ? t('whatIf.computingFirst') : null), [hold, is_computing])
  useEffect(() => () => hold(null), [hold])
  const event = useQuery(read('getEvents', {})).data?.find(({ id }) => id === eventId)
  const id = useId()
  return (
    <section className="what-if" aria-labelledby={id} aria-busy={is_computing}>
      <header className="what-if-head">
        <h2 id={id}>{t('whatIf.title')}</h2>
        <span role="status">
          {is_computing
            ? t(is_waiting ? 'whatIf.waiting' : 'whatIf.computing')
            : result && t('whatIf.computed', { seconds: (result.computed_ms / 1000).toFixed(1) })}
        </span>
      </header>
      <Content result={result} failure={failure} event={event} isAsked={edits.length > 0} isOld={is_computing} onRetry={retry} />
    </section>
  )
}

interface ContentProps {
  result: WhatIf | null
  failure: Failure | null
  event: Event | undefined
  isAsked: boolean
  isOld: boolean
  onRetry: () => void
}

function Content({ result, failure, event, isAsked, isOld, onRetry }: ContentProps): ReactNode {
  if (!isAsked) {
    return (
      <div className="what-if-note">
        <p className="strong">{t('whatIf.idleTitle')}</p>
        <p>{t('whatIf.idleText')}</p>
      </div>
    )
  }
  if (failure?.code === 'invalid_request') {
    const [problem] = failure.problems
    const text = problem
      ? `${problem.field.replace(/^edits\.\d+\.(objective|preset)?\.?/, '')} ${problem.problem}`
      : failure.message
    return (
      <div className="what-if-note">
        <p className="strong">{t('whatIf.invalid')}</p>
        <p>{t('whatIf.invalidText', { problem: text })}</p>
      </div>
    )
  }
  if (failure) return <ErrorNote title={t('whatIf.failed')} text={failure.message} retryLabel={t('retry')} onRetry={onRetry} />
  if (!result || !event) return <SkeletonRows rows={6} height={40} label={t('whatIf.computing')} />
  return (
    <div className={isOld ? 'what-if-old' : undefined}>
      <Result result={result} event={event} />
    </div>
  )
}

function Result({ result, event }: { result: WhatIf; event: Event }) {
  const teams = useMemo(() => {
    const looks = assignTeamLooks(event.teams)
    return new Map(
      event.teams.flatMap(({ id, name }): [number, ShownTeam][] => {
        const look = looks.get(id)
        return look ? [[id, { id, name, look }]] : []
      }),
    )
  }, [event.teams])
  const effect = readEffect(result)
  const rivals = pickRivals(result)?.map((id) => teams.get(id)) ?? []
  const [team, rival] = rivals
  const lead = effect.lead === null ? null : { ...effect.lead, name: teams.get(effect.lead.team_id)?.name ?? '' }
  const removed = listRemoved(result)
  return (
    <>
      <Broken examples={result.broken_examples} />
      <div className="what-if-sum">
        <span className="what-if-count">{t('whatIf.teams', { count: effect.touched })}</span>
        <div>
          <p className="strong">
            {effect.touched === 0
              ? t('whatIf.nothing')
              : lead === null
                ? t('whatIf.noLead')
                : t(leadTexts[lead.kind], { team: lead.name })}
          </p>
          <p className="quieter">{effect.touched === 0 ? t('whatIf.nothingNow') : describeSides(effect, lead?.ahead ?? 0)}</p>
        </div>
      </div>
      <EffectTable teams={result.teams} shown={teams} />
      {team && rival && result.history.length > 1 && (
        <>
          <div className="what-if-sub">
            <h3>{t('whatIf.overTime')}</h3>
            <span>{t('whatIf.against', { team: team.name, other: rival.name })}</span>
          </div>
          <GapChart history={result.history} team={team} rival={rival} start_ms={Date.parse(event.event_start_time)} />
        </>
      )}
      <MovedObjectives objectives={result.objectives} shown={teams} />
      {removed.length > 0 && <Figures title={t('whatIf.deleted')} rows={removed} isLoss />}
      <Figures
        rows={[
          { label: t('whatIf.read'), count: String(result.facts.read) },
          { label: t('whatIf.factsAdded'), count: String(result.facts.added) },
          { label: t('whatIf.factsRemoved'), count: String(result.facts.removed) },
        ].filter(({ count }) => count !== '0')}
      />
    </>
  )
}

/** Saved items that would no longer give the expected result. */
function Broken({ examples }: { examples: WhatIf['broken_examples'] }) {
  if (examples.length === 0) return null
  return (
    <div className="what-if-note" role="alert">
      <p className="strong">{t('examples.broken', { count: examples.length })}</p>
      <ul className="admin-broken">
        {examples.map((one) => (
          <li key={one.example_id}>
            <bdi>{sayBroken(one)}.</bdi>
          </li>
        ))}
      </ul>
    </div>
  )
}

const leadTexts = { takes: 'whatIf.takesLead', shares: 'whatIf.sharesLead', keeps: 'whatIf.keepsLead' } as const

function describeSides({ gaining, losing }: { gaining: number; losing: number }, ahead: number): string {
  const parts = [
    ...(ahead > 0 ? [t('whatIf.ahead', { count: ahead })] : []),
    ...(gaining > 0 ? [t('whatIf.gain', { count: gaining })] : []),
    ...(losing > 0 ? [t('whatIf.lose', { count: losing })] : []),
  ]
  return `${parts.join(', ')}.`
}

interface FiguresProps {
  title?: string
  rows: readonly { label: string; count: string }[]
  isLoss?: boolean
}

function Figures({ title, rows, isLoss = false }: FiguresProps) {
  if (rows.length === 0) return null
  return (
    <>
      {title && (
        <div className="what-if-sub">
          <h3>{title}</h3>
        </div>
      )}
      <dl className={isLoss ? 'what-if-figures what-if-loss' : 'what-if-figures'}>
        {rows.map(({ label, count }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
