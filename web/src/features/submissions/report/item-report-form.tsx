import '../../../messages/report.ts'
import '../../../messages/submissions.ts'
import type { Event } from '@muster/contract/events'
import { textLength } from '@muster/contract/body'
import { trimCode } from '@muster/domain/build-codes/build-code'
import { maxPastedItems, splitItems } from '@muster/domain/items/copied/split-items'
import { findTimeObstacle } from '@muster/domain/submissions/claim'
import type { ReportRules } from '@muster/domain/submissions/report-rules'
import { useStore } from '@tanstack/react-form'
import { useEffect, useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { findShared } from '../../../api/items/report-rules.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { useEventKey } from '../../../api/scores/event.ts'
import { usePreferences } from '../../../lib/browser/preferences.ts'
import { t } from '../../../lib/text/messages.ts'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { ProofField, sayMissingProof } from '../proof-field.tsx'
import { WhenField } from '../when-field.tsx'
import { ItemVerdict, sayCount } from './item-verdict.tsx'
import { BuildVerdict, LinkVerdict } from './build-verdict.tsx'
import type { PastedItem, ReadPaste } from './read-paste.ts'
import { drawSeed } from './draw-seed.ts'
import { listLeft, type SentPaste, sendPaste } from './send-paste.ts'
import { useComparedObjectives } from './use-compared-objectives.ts'
import { listSending, type Reading, useReading } from './use-reading.ts'
import { useReportPoints } from './use-report-points.ts'
import { dropReport, type WaitingReport } from './waiting-reports.ts'

/** Longest paste, in characters: a full bag of the game's longest items. */
const pasteLength = 300_000

const noRefusals: SentPaste['refused'] = new Map()

type Input = Pick<WaitingReport, 'text' | 'timestamp' | 'proof' | 'comment'>

interface FormProps {
  event: Event
  user_id: number
  /** A refused report to put back into the fields. */
  edited?: WaitingReport | null
  /** Called once the form has taken the edited report, or kept its own input. */
  onTaken?: () => void
}

/** Reads pasted items, or the code of a character, at once, and sends the results that count for an objective. */
export function ItemReportForm({ event, user_id, edited = null, onTaken }: FormProps) {
  const key = useEventKey()
  const zone = usePreferences().timeZone
  const now = useServerNow(10_000)
  const [refused, setRefused] = useState(noRefusals)
  const objectives = useComparedObjectives(event)
  const readAt = (timestamp: string) => fromWallClock(timestamp, zone) ?? now
  const { form, formProps } = useWriteForm({
    draft: useDraft('item_report', `${event.id}.new`, { text: '', timestamp: '', proof: '', comment: '', seed: drawSeed() }),
    send: async ({ text, timestamp, proof, comment, seed }) => {
      const at = readAt(timestamp)
      const items = await listSending(text, objectives, event.game_version, at)
      const finding = { seed, timestamp: new Date(at).toISOString(), proof: proof.trim(), comment: comment.trim() }
      const sent = await sendPaste(key, { user_id, event_id: event.id }, items, finding)
      setRefused(sent.refused)
      if (sent.refused.size > 0 && sent.submissions.length + sent.waiting === 0)
        throw new Failure(0, 'unknown', t('report.noneSent'))
      return { ...sent, left: { text: listLeft(text, items, sent), timestamp, proof, comment } }
    },
    onSaved: saySent,
    onDone: ({ left }, reset) => {
      reset({ text: '', timestamp: '', proof: '', comment: '', seed: drawSeed() })
      if (left.text !== '') fill(left)
    },
  })
  // The text first: it may fill in the time.
  const fill = ({ text, timestamp, proof, comment }: Input) => {
    form.setFieldValue('text', text)
    form.setFieldValue('timestamp', timestamp)
    form.setFieldValue('proof', proof)
    form.setFieldValue('comment', comment)
  }
  const text = useStore(form.store, ({ values }) => values.text)
  const timestamp = useStore(form.store, ({ values }) => values.timestamp)
  const at = readAt(timestamp)
  const reading = useReading(text, objectives, event.game_version, at)
  const { count, rules } = reading
  useEffect(() => {
    if (!edited) return
    onTaken?.()
    const isFree = text.trim() === '' || text === edited.text
    if (!isFree) {
      showToast(t('report.fieldInUse'), { text: t('report.fieldInUseText'), kind: 'bad' })
      return
    }
    fill({ ...edited, timestamp: toWallClock(Date.parse(edited.timestamp), zone) })
    dropReport({ user_id, event_id: event.id }, edited.key)
  })
  const missing = sayMissingProof(
    rules,
    useStore(form.store, ({ values }) => values.proof),
  )
  return (
    <Form
      {...formProps}
      className="report-form"
      buttons={
        count === 0 ? (
          <Button size="large" disabled>
            {t('report.nothing')}
          </Button>
        ) : (
          <>
            <SubmitButton size="large" disabled={missing !== null}>
              {t(reading.way === 'code' ? 'report.build.send' : 'report.send', { count })}
            </SubmitButton>
            <p className={missing === null ? 'small quiet' : 'small'}>{missing ?? describeRule(event, rules)}</p>
          </>
        )
      }
    >
      <div className="report-fields form">
        <form.AppField
          name="text"
          listeners={{
            // `text` is the value before this change.
            onChange: ({ value }) => {
              if (value.trim() === '') form.setFieldValue('timestamp', '')
              else if (form.state.values.timestamp === '' || isReplaced(text, value))
                form.setFieldValue('timestamp', toWallClock(now, zone))
            },
          }}
        >
          {(field) => (
            <field.TextAreaField
              label={t('report.text')}
              help={t('report.textHelp')}
              maxLength={pasteLength}
              rows={14}
              spellCheck={false}
            />
          )}
        </form.AppField>
        <form.AppField
          name="timestamp"
          validators={{ onChange: ({ value }) => describeTime(event, fromWallClock(value, zone), now) }}
        >
          {() => <WhenField label={t('report.when')} help={t('report.whenHelp')} />}
        </form.AppField>
        <form.AppField name="proof">{() => <ProofField event_id={event.id} rules={rules} />}</form.AppField>
        <form.AppField name="comment">
          {(field) => <field.TextAreaField label={t('report.note')} maxLength={textLength} rows={2} />}
        </form.AppField>
      </div>
      <Results reading={reading} text={text} compared={objectives.items.length} refused={refused} at={timestamp ? at : null} />
    </Form>
  )
}

/** How reports with these rules count. */
const describeRule = ({ trusted_after }: Event, rules: readonly ReportRules[]) => {
  const lead = t(`report.lead.${findShared(rules.map(({ reports }) => reports)) ?? 'varied'}`)
  const isTrustOffered = trusted_after !== null && rules.some(({ reports }) => reports === 'reviewed')
  return isTrustOffered ? `${lead} ${t('report.trust', { count: trusted_after })}` : lead
}

interface ResultsProps {
  reading: Reading
  text: string
  compared: number
  refused: SentPaste['refused']
  /** When the items were found, in milliseconds; null: not chosen. */
  at: number | null
}

function Results({ reading, text, compared, refused, at }: ResultsProps) {
  if (reading.way === 'link') return <LinkVerdict />
  if (reading.way === 'items') return <Items paste={reading.paste} compared={compared} refused={refused} at={at} />
  return <BuildVerdict paste={reading.paste} compared={compared} refusal={refused.get(trimCode(text))?.reason} />
}

function Items({ paste, compared, refused, at }: Omit<ResultsProps, 'reading' | 'text'> & { paste: ReadPaste }) {
  const { items, left_out } = paste
  const sayPoints = useReportPoints(paste, at)
  return (
    <section className="report-results" aria-label={t('report.results')}>
      <p className="vh" role="status">
        {items.map(sayItem).join(' ')}
      </p>
      {items.length === 0 && <Empty title={t('report.emptyTitle')} text={t('report.emptyText')} />}
      {items.map((item) => (
        <ItemVerdict
          key={item.line}
          item={item}
          compared={compared}
          refusal={refused.get(item.text)?.reason}
          sayPoints={sayPoints}
        />
      ))}
      {left_out > 0 && <p className="bad">{t('report.leftOut', { count: left_out, most: maxPastedItems })}</p>}
    </section>
  )
}

/** The verdict in a sentence, for people who do not see it appear. */
const sayItem = (item: PastedItem) =>
  item.problem === null ? `${sayCount(item)}.` : `${t('report.unreadable')}. ${t('report.unreadableLine', item.problem)}`

/** The time rule in words; undefined if the time is valid, or follows the paste. */
function describeTime(event: Event, at: number | null, now: number): string | undefined {
  if (at === null) return undefined
  const span = { starts_at: Date.parse(event.event_start_time), ends_at: Date.parse(event.event_end_time) }
  const obstacle = findTimeObstacle(span, at, now)
  return obstacle === null ? undefined : t(`submit.obstacle.${obstacle}`)
}

/** Whether the new text shares no item with the text before. A time that was typed before the first item stays. */
const isReplaced = (before: string, text: string) =>
  before.trim() !== '' &&
  !splitItems(text)
    .slice(0, maxPastedItems)
    .some((item) => before.includes(item.text))

const maxToldRefusals = 5

function saySent({ submissions, waiting, refused }: SentPaste): void {
  const countsNow = submissions.every(({ counts_as }) => counts_as !== null)
  if (submissions.length > 0)
    showToast(t('report.sent', { count: submissions.length }), {
      text: t(countsNow ? 'report.sentCounts' : 'report.sentText'),
    })
  if (waiting > 0) showToast(t('report.queued', { count: waiting }), { text: t('report.queuedText') })
  if (refused.size === 0) return
  const told = [...refused.values()].slice(0, maxToldRefusals).map(({ name, reason }) => `${name}: ${reason}.`)
  const more = refused.size - told.length
  if (more > 0) told.push(t('report.refusedMore', { count: more }))
  showToast(t('report.refused', { count: refused.size }), { text: told.join(' '), kind: 'bad' })
}
