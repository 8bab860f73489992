import '../../../messages/admin-guild.ts'
import '../../../messages/admin-objectives.ts'
import type { MissedObjective, ServedObjective } from '@muster/contract/team-stash'
import type { FieldType } from '@muster/contract/conditions'
import { groupAlternatives, isMet } from '@muster/domain/conditions/alternatives'
import { type fieldLabels, sayCondition } from '@muster/domain/conditions/phrases'
import { Suspense, useState } from 'react'
import { useServerNow } from '../../../api/live/clock.ts'
import { askForReceipt } from '../../../api/scores/receipt-request.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatChange, formatCount } from '../../../lib/text/numbers.ts'
import { formatClock } from '../../../lib/time/time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { Progress } from '../../../ui/marks/progress.tsx'
import { saySeen } from '../../../api/items/say-seen.ts'

/** Objectives that an item completes, with the team's progress and the reason for its points. */
export function Serves({ serves, total, team_id }: { serves: readonly ServedObjective[]; total: number; team_id: number }) {
  return (
    <section aria-labelledby="stash-serves">
      <div className="stash-part-head">
        <h3 id="stash-serves">{t('guild.serves')}</h3>
        <span className="quieter small">{t('guild.objectives', { count: total })}</span>
      </div>
      {serves.length === 0 && <p className="quieter">{t('guild.servesNothing')}</p>}
      <ul className="stash-serves">
        {serves.map((objective) => (
          <Served key={objective.objective_id} objective={objective} team_id={team_id} />
        ))}
      </ul>
    </section>
  )
}

function Served({ objective, team_id }: { objective: ServedObjective; team_id: number }) {
  const { objective_id, name, path, required_number, score, still_possible, closes_at } = objective
  const done = score?.number ?? 0
  const [points, isEarned] = score && score.points > 0 ? [score.points, true] : [still_possible, false]
  const finder = score?.user?.display_name
  return (
    <li>
      <Icon name={score?.finished ? 'check' : 'clock'} size={14} />
      <div>
        <b className="game">
          <bdi>{name}</bdi>
        </b>
        <small>
          {path.length > 0 && <bdi>{path.join(' / ')}. </bdi>}
          {score?.finished
            ? finder
              ? t('guild.creditedTo', { name: finder })
              : t('guild.finished')
            : t('guild.progress', { done: formatCount(done), of: formatCount(required_number) })}
          {closes_at !== null && !score?.finished && (
            <Suspense>
              <Closes at={closes_at * 1000} />
            </Suspense>
          )}{' '}
          {score && (
            <button type="button" className="link" onClick={() => askForReceipt({ objective_id, team_id })}>
              {t('guild.receipt')}
              <span className="vh"> {t('guild.receiptOf', { name })}</span>
            </button>
          )}
        </small>
        {!score?.finished && required_number > 1 && (
          <Progress done={done} of={required_number} label={t('guild.progress', { done, of: required_number })} />
        )}
      </div>
      {points > 0 && (
        <span
          className={isEarned ? 'num stash-worth-now' : 'num stash-worth-later'}
          title={isEarned ? undefined : t('guild.possible')}
        >
          {formatChange(points)}
          {!isEarned && <span className="vh"> {t('guild.possible')}</span>}
        </span>
      )}
    </li>
  )
}

function Closes({ at }: { at: number }) {
  const now = useServerNow(10_000)
  if (at <= now) return null
  return (
    <>
      {' '}
      {t('guild.closesIn')} <span className="ember num">{formatClock(at - now)}</span>.
    </>
  )
}

const shownAtFirst = 4

/** Objectives that an item does not complete and why, near misses first. */
export function Misses({ others, total }: { others: readonly MissedObjective[]; total: number }) {
  const [isOpen, setOpen] = useState(false)
  if (others.length === 0) return null
  const shown = isOpen ? others : others.slice(0, shownAtFirst)
  return (
    <section aria-labelledby="stash-misses">
      <div className="stash-part-head">
        <h3 id="stash-misses">{t('guild.misses')}</h3>
        <span className="quieter small">{t('guild.objectives', { count: total })}</span>
      </div>
      <ul className="stash-serves">
        {shown.map((objective) => (
          <Missed key={objective.objective_id} objective={objective} />
        ))}
      </ul>
      {others.length > shown.length && (
        <Button kind="quiet" size="small" onClick={() => setOpen(true)}>
          {t('guild.moreMisses', { count: others.length - shown.length })}
        </Button>
      )}
    </section>
  )
}

/** Only one requirement is missing, and the objective is open. */
const isNear = ({ failing, holding, obstacles }: MissedObjective) => failing === 1 && holding > 0 && obstacles.length === 0

function Missed({ objective }: { objective: MissedObjective }) {
  const { name, conditions, obstacles, holding, failing } = objective
  const failed = groupAlternatives(conditions)
    .filter((demand) => !isMet(demand, ({ holds }) => holds))
    .flatMap(({ members }) => members.filter(({ holds }) => !holds))
    .slice(0, 3)
  return (
    <li className={isNear(objective) ? 'stash-near' : undefined}>
      <Icon name={isNear(objective) ? 'warning' : 'minus'} size={14} />
      <div>
        <b className="game">
          <bdi>{name}</bdi>
        </b>
        <small>
          {isNear(objective) && t('guild.near', { holding, of: holding + failing })}
          {obstacles.map((obstacle) => (
            <span key={obstacle}> {t(`objectives.obstacle.${obstacle}`)}</span>
          ))}
          {failed.map((condition, at) => (
            // Conditions have no ids, and never change their order here.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={at} className="stash-fails">
              <bdi>{sayNeed(condition)}</bdi> <bdi className="bad">{t('guild.has', { seen: saySeen(condition.seen) })}</bdi>
            </span>
          ))}
        </small>
      </div>
    </li>
  )
}

type Tried = MissedObjective['conditions'][number]

/** Infers the type of a field from its value. */
function typeOf(seen: Tried['seen']): FieldType {
  if (typeof seen === 'boolean') return 'bool'
  if (typeof seen === 'number') return 'int'
  return Array.isArray(seen) ? 'string[]' : 'string'
}

function sayNeed({ field, operator, value, seen }: Tried): string {
  const said = sayCondition({ field: field as keyof typeof fieldLabels, operator: operator as never, value }, typeOf(seen))
  return t('guild.needs', { condition: said })
}
