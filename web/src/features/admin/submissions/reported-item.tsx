import './reported-item.css'
import '../../../messages/admin-objectives.ts'
import '../../../messages/admin-submissions.ts'
import type { Objective } from '@muster/contract/objectives'
import type { Submission } from '@muster/contract/submissions'
import { explainObjective } from '@muster/domain/conditions/explain'
import { readNumber } from '@muster/domain/conditions/matcher'
import { toTrial } from '@muster/domain/conditions/try-objectives'
import { createClassifier } from '@muster/domain/items/classes'
import { fields } from '@muster/domain/items/fields'
import { type ReportedText, readReportedText } from '@muster/domain/submissions/item-report'
import { suspectItem } from '@muster/domain/submissions/suspicion'
import { useMemo } from 'react'
import { useGameVersion } from '../../../api/scores/event.ts'
import { useObjective } from '../../../api/scores/objective.ts'
import { t } from '../../../lib/text/messages.ts'
import { formatExact } from '../../../lib/time/time.ts'
import { Badge } from '../../../ui/marks/badge.tsx'
import { Icon } from '../../../ui/marks/icon.tsx'
import { ConditionFindings } from '../../../api/items/condition-findings.tsx'
import { UnreadLines } from '../../../api/items/unread-lines.tsx'
import { describeFinding } from './describe-finding.ts'
import { useReportedText } from './use-desk.ts'

/** The copied text of a reported item, its reading, and each condition of the objective with the value of the item. */
export function ReportedItem({ submission }: { submission: Submission }) {
  const text = useReportedText(submission.id)
  const objective = useObjective(submission.objective_id)
  const reading = useMemo(() => readReportedText(text), [text])
  if (text === '') return <p className="quiet">{t('judge.item.removed')}</p>
  return (
    <div className="judge-item">
      <figure aria-label={t('judge.item.text')}>
        <pre className="judge-item-text">
          <bdi>{text}</bdi>
        </pre>
      </figure>
      {reading.ok ? (
        <Reading reading={reading} objective={objective} />
      ) : (
        <p className="ember">{t('judge.item.unreadable', { line: reading.line, reason: reading.reason })}</p>
      )}
    </div>
  )
}

interface ReadingProps {
  reading: Extract<ReportedText, { ok: true }>
  objective: Objective | undefined
}

function Reading({ reading: { item, name, read }, objective }: ReadingProps) {
  const game_version = useGameVersion()
  const trial = useMemo(() => {
    if (!objective) return null
    const context = { classOf: createClassifier({ game_version }).classOf }
    // The checks below compare times; here only the item counts.
    const always = { ...objective, valid_from: null, valid_to: null }
    return toTrial(explainObjective(item, always, { context, at: null, number: readNumber(item) }))
  }, [item, objective, game_version])
  const readsPicture = objective?.conditions.some(({ field }) => field === 'ICON_NAME')
  const doubts = read.doubts.filter((doubt) => doubt !== 'icon' || readsPicture)
  return (
    <div>
      <p className="strong game">
        <bdi>{name}</bdi>
      </p>
      {trial && (
        <>
          <p className={trial.matches ? 'judge-item-counts' : 'judge-item-counts ember'}>
            <Icon name={trial.matches ? 'check' : 'warning'} size={14} />
            {trial.matches ? t('judge.item.counts', { count: trial.number }) : t('judge.item.countsNot')}
          </p>
          {trial.obstacles.map((obstacle) => (
            <p key={obstacle} className="quiet small">
              {t(`objectives.obstacle.${obstacle}`)}
            </p>
          ))}
          <ConditionFindings trial={trial} typeOf={(field) => fields[field].type} />
        </>
      )}
      {suspectItem(item, read.class_id).map((finding) => (
        <p key={finding.kind + (finding.kind === 'out_of_range' ? finding.field : '')} className="ember icon-line">
          <Icon name="warning" size={14} /> {describeFinding(finding)}
        </p>
      ))}
      <UnreadLines unread={read.unread} />
      {doubts.length > 0 && (
        <p className="quieter small judge-item-doubts">{doubts.map((doubt) => t(`objectives.doubt.${doubt}`)).join(' ')}</p>
      )}
    </div>
  )
}

interface MarksProps {
  submission: Submission
  all: readonly Submission[]
  namePerson: (submission: Submission) => string
  onOpen: (id: number) => void
}

/** Marks for judges: the report counts already, and another submission has the same item. */
export function ReportMarks({ submission, all, namePerson, onOpen }: MarksProps) {
  const same = all.find(({ id }) => id === submission.same_item_as)
  if (submission.counts_as !== 'reported' && !same) return null
  return (
    <div className="judge-marks">
      {submission.counts_as === 'reported' && <Badge kind="running">{t('judge.onWord')}</Badge>}
      {same && (
        <button type="button" className="link ember icon-line" onClick={() => onOpen(same.id)}>
          <Icon name="warning" size={14} />{' '}
          {t('judge.same', { id: same.id, name: namePerson(same), time: formatExact(Date.parse(same.timestamp)) })}
        </button>
      )}
    </div>
  )
}
