import '../../../messages/item-words.ts'
import '../../../messages/proof-rules.ts'
import '../../../messages/report.ts'
import type { ItemField, Operator } from '@muster/contract/conditions'
import { groupAlternatives, isMet } from '@muster/domain/conditions/alternatives'
import type { ConditionFinding } from '@muster/domain/conditions/explain'
import { sayCondition } from '@muster/domain/conditions/phrases'
import { fields } from '@muster/domain/items/fields'
import type { ReportRules } from '@muster/domain/submissions/report-rules'
import type { ReactNode } from 'react'
import { ConditionFindings } from '../../../api/items/condition-findings.tsx'
import type { PlacedObjective } from '../../../api/items/item-objectives.ts'
import { UnreadLines } from '../../../api/items/unread-lines.tsx'
import { t } from '../../../lib/text/messages.ts'
import { formatCount } from '../../../lib/text/numbers.ts'
import { formatFull } from '../../../lib/time/time.ts'
import { Icon } from '../../../ui/marks/icon.tsx'
import type { SayPoints } from './use-report-points.ts'
import type { PastedItem, ReadItem, Verdict } from './read-paste.ts'

interface ItemProps {
  item: PastedItem
  /** The number of objectives that were tried. */
  compared: number
  /** Why the server did not accept it. */
  refusal: string | undefined
  /** Absent: points are not asked for. */
  sayPoints?: SayPoints | undefined
}

/** The verdict about one item: objectives that it counts for, closed objectives, near misses. */
export function ItemVerdict({ item, compared, refusal, sayPoints }: ItemProps) {
  return (
    <article className="report-item">
      {item.problem === null ? (
        <ItemResults item={item} compared={compared} sayPoints={sayPoints} />
      ) : (
        <Unreadable reason={t('report.unreadableLine', item.problem)} />
      )}
      <Refusal reason={refusal} />
    </article>
  )
}

/** Why the server did not accept a report. */
export function Refusal({ reason }: { reason: string | undefined }) {
  if (reason === undefined) return null
  return (
    <p className="form-problem" role="alert">
      <Icon name="warning" size={14} />
      {t('report.refusedItem', { reason })}
    </p>
  )
}

interface HeadProps {
  /** The number of objectives that it counts for. */
  count: number
  said: string
  children: ReactNode
}

/** The first line of a verdict. */
export const VerdictHead = ({ count, said, children }: HeadProps) => (
  <div className="report-head">
    <span className={count === 0 ? 'report-figure quieter' : 'report-figure'} aria-hidden="true">
      {count}
    </span>
    <div>
      <h3>
        <bdi>{said}</bdi>
      </h3>
      {children}
    </div>
  </div>
)

/** A paste that cannot be read. */
export const Unreadable = ({ title = t('report.unreadable'), reason }: { title?: string; reason: string }) => (
  <div className="report-head" role="alert">
    <span className="report-figure bad">
      <Icon name="warning" size={28} />
    </span>
    <div>
      <h3>{title}</h3>
      <p className="quiet">{reason}</p>
    </div>
  </div>
)

export const sayCount = ({ name, hits: { length: count } }: ReadItem): string =>
  count === 0 ? t('report.countsNone', { name }) : t('report.counts', { name, count })

function ItemResults({ item, compared, sayPoints }: Omit<ItemProps, 'item' | 'refusal'> & { item: ReadItem }) {
  const { hits, closed, near, line, unread } = item
  const doubts = item.doubts.filter((doubt) => doubt !== 'icon')
  const count = hits.length
  return (
    <>
      <VerdictHead count={count} said={sayCount(item)}>
        {count === 0 && <p className="quiet">{t('report.compared', { count: compared })}</p>}
      </VerdictHead>
      {hits.map((verdict) => (
        <Hit key={verdict.definition.id} verdict={verdict} points={sayPoints?.(item.text, verdict.definition.id) ?? null} />
      ))}
      {closed.length > 0 && (
        <>
          <Heading title={t('report.closed')} />
          <ul>
            {closed.map((verdict) => (
              <Closed key={verdict.definition.id} verdict={verdict} />
            ))}
          </ul>
        </>
      )}
      {near.length > 0 && (
        <>
          <Heading title={t('report.near', { count: near.length })} />
          {near.map((verdict, at) => (
            <NearMiss key={verdict.definition.id} verdict={verdict} isOpen={at === 0 && count === 0 && closed.length === 0} />
          ))}
        </>
      )}
      {doubts.length > 0 && <p className="field-hint">{doubts.map((doubt) => t(`objectives.doubt.${doubt}`)).join(' ')}</p>}
      <UnreadLines unread={unread.map((lines) => ({ ...lines, line: lines.line + line - 1 }))} />
    </>
  )
}

const Heading = ({ title }: { title: string }) => (
  <div className="block-head report-gap">
    <h4 className="block-title">{title}</h4>
    <span className="block-note">{t('report.notSent')}</span>
  </div>
)

/** The name of an objective, with the categories above it. */
export const ObjectiveName = ({ of: { definition, path } }: { of: PlacedObjective }) => (
  <>
    <bdi className="game report-objective">{definition.name}</bdi>
    <small className="quiet">
      <bdi>{path.join(', ')}</bdi>
    </small>
  </>
)

/** How a report on an objective counts, and the proof it needs. */
export const RulesLine = ({ rules: { reports, report_proof } }: { rules: ReportRules }) => (
  <p className="quiet small">
    {t(`report.rule.${reports}`)} {report_proof !== 'optional' && t(`proof.asks.${report_proof}`)}
  </p>
)

function Hit({ verdict, points }: { verdict: Verdict; points: string | null }) {
  const { number } = verdict.trial
  return (
    <section className="report-hit">
      <span className="good">
        <Icon name="check" size={14} />
        <span className="vh">{t('report.holds')}</span>
      </span>
      <div>
        <h4>
          <ObjectiveName of={verdict} />
        </h4>
        <ConditionFindings trial={verdict.trial} typeOf={typeOf} />
        <RulesLine rules={verdict.rules} />
        {points !== null && <p className="small">{points}</p>}
      </div>
      {number !== 1 && <span className="num strong">{t('report.adds', { count: formatCount(number) })}</span>}
    </section>
  )
}

function Closed({ verdict }: { verdict: Verdict }) {
  const { valid_from, valid_to } = verdict.definition
  const opensLater = verdict.trial.obstacles.includes('before_window')
  return (
    <li className="report-hit">
      <Icon name="clock" size={14} />
      <div>
        <ObjectiveName of={verdict} />
        <p className="quiet">
          {opensLater
            ? t('report.opens', { time: formatFull(valid_from ?? 0) })
            : t('report.closedAt', { time: formatFull(valid_to ?? 0) })}
        </p>
      </div>
    </li>
  )
}

const typeOf = (field: ItemField) => fields[field].type

function sayFinding({ field, operator, value }: ConditionFinding): string {
  const said = sayCondition({ field: field as ItemField, operator: operator as Operator, value }, typeOf(field as ItemField))
  return said.charAt(0).toUpperCase() + said.slice(1)
}

/** The first reason why the objective does not count: a failing condition, or an obstacle. */
function sayMiss({ trial }: Verdict): string {
  const unmet = groupAlternatives(trial.conditions).find((demand) => !isMet(demand, ({ holds }) => holds))
  const failing = unmet?.members.find(({ holds }) => !holds)
  if (failing) return sayFinding(failing)
  return trial.obstacles.map((obstacle) => t(`objectives.obstacle.${obstacle}`)).join(' ')
}

function NearMiss({ verdict, isOpen }: { verdict: Verdict; isOpen: boolean }) {
  const { holding, failing, obstacles } = verdict.trial
  return (
    <details className="report-near" open={isOpen}>
      <summary>
        <span className="num quiet">{t('report.holding', { holding, of: holding + failing })}</span>
        <span>
          <ObjectiveName of={verdict} />
        </span>
        <span className="report-miss">
          <span className="bad">
            <Icon name="close" size={12} />
          </span>
          <bdi>{sayMiss(verdict)}</bdi>
        </span>
        <Icon name="down" size={14} />
      </summary>
      <ConditionFindings trial={verdict.trial} typeOf={typeOf} />
      {failing > 0 && obstacles.length > 0 && (
        <p className="quiet">{obstacles.map((obstacle) => t(`objectives.obstacle.${obstacle}`)).join(' ')}</p>
      )}
    </details>
  )
}
