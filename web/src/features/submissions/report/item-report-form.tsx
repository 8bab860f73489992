import '../../../messages/report.ts'
import '../../../messages/submissions.ts'
import type { Event } from '@muster/contract/events'
import { textLength } from '@muster/contract/body'
import { mostPastedItems } from '@muster/domain/items/copied/split-items'
import { findTimeObstacle } from '@muster/domain/submissions/claim'
import { useStore } from '@tanstack/react-form'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { Failure } from '../../../api/calls/failure.ts'
import { useWriteForm } from '../../../api/calls/write-form.tsx'
import { useDraft } from '../../../api/drafts/use-draft.ts'
import { listItemObjectives } from '../../../api/items/item-objectives.ts'
import { useServerNow } from '../../../api/live/clock.ts'
import { readTree, useEventKey } from '../../../api/scores/event.ts'
import { usePreferences } from '../../../lib/browser/preferences.ts'
import { t } from '../../../lib/text/messages.ts'
import { fromWallClock, toWallClock } from '../../../lib/time/zoned-time.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'
import { Empty } from '../../../ui/layout/states.tsx'
import { showToast } from '../../../ui/overlays/show-toast.ts'
import { WhenField } from '../when-field.tsx'
import { ItemVerdict, sayCount } from './item-verdict.tsx'
import { countReports, createPasteReader, listCounting, type PastedItem, type ReadPaste } from './read-paste.ts'
import { drawSeed } from './draw-seed.ts'
import { listLeft, type SentPaste, sendPaste } from './send-paste.ts'

/** Longest paste, in characters: a full bag of the game's longest items. */
const pasteLength = 300_000

const noRefusals: ReadonlyMap<string, string> = new Map()

/** Reads pasted items at once, and sends the items that count for an objective. */
export function ItemReportForm({ event, user_id }: { event: Event; user_id: number }) {
  const key = useEventKey()
  const zone = usePreferences().timeZone
  const now = useServerNow(10_000)
  const [refused, setRefused] = useState(noRefusals)
  const { objective: root } = useSuspenseQuery(readTree(key)).data
  const objectives = useMemo(() => listItemObjectives(root), [root])
  const readAt = (timestamp: string) => fromWallClock(timestamp, zone) ?? now
  const { form, formProps } = useWriteForm({
    draft: useDraft('item_report', `${event.id}.new`, { text: '', timestamp: '', proof: '', comment: '', seed: drawSeed() }),
    send: async ({ text, timestamp, proof, comment, seed }) => {
      const at = readAt(timestamp)
      const items = listCounting(createPasteReader(objectives, event.game_version, at)(text))
      const finding = { seed, timestamp: new Date(at).toISOString(), proof: proof.trim(), comment: comment.trim() }
      const sent = await sendPaste(key, { user_id, event_id: event.id }, items, finding)
      setRefused(sent.refused)
      if (sent.refused.size > 0 && sent.refused.size === items.length) throw new Failure(0, 'unknown', t('report.noneSent'))
      return { ...sent, left: listLeft(text, items, sent) }
    },
    onSaved: saySent,
    onDone: ({ left }, reset) => {
      reset({ text: '', timestamp: '', proof: '', comment: '', seed: drawSeed() })
      if (left !== '') form.setFieldValue('text', left)
    },
  })
  const text = useStore(form.store, ({ values }) => values.text)
  const timestamp = useStore(form.store, ({ values }) => values.timestamp)
  const at = readAt(timestamp)
  const read = useMemo(() => createPasteReader(objectives, event.game_version, at), [objectives, event.game_version, at])
  const shownText = useDeferredValue(text)
  const paste = useMemo(() => read(shownText), [read, shownText])
  const count = countReports(paste)
  const needsProof = event.report_proof === 'required'
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
            <SubmitButton size="large">{t('report.send', { count })}</SubmitButton>
            <p className="small quiet">{t(`report.lead.${event.reports}`)}</p>
          </>
        )
      }
    >
      <div className="report-fields form">
        <form.AppField
          name="text"
          listeners={{
            onChange: ({ value }) => {
              if (value.trim() !== '' && form.state.values.timestamp === '')
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
        <form.AppField
          name="proof"
          validators={{
            onSubmit: ({ value }) => (needsProof && value.trim() === '' ? t('submit.proofMissing') : undefined),
          }}
        >
          {(field) => (
            <field.TextAreaField
              label={t(needsProof ? 'report.proofRequired' : 'report.proof')}
              help={t('report.proofHint')}
              maxLength={textLength}
              rows={2}
            />
          )}
        </form.AppField>
        <form.AppField name="comment">
          {(field) => <field.TextAreaField label={t('report.note')} maxLength={textLength} rows={2} />}
        </form.AppField>
      </div>
      <Results paste={paste} compared={objectives.length} refused={refused} />
    </Form>
  )
}

function Results(props: { paste: ReadPaste; compared: number; refused: ReadonlyMap<string, string> }) {
  const { paste, compared, refused } = props
  const { items, left_out } = paste
  return (
    <section className="report-results" aria-label={t('report.results')}>
      <p className="vh" role="status">
        {items.map(sayItem).join(' ')}
      </p>
      {items.length === 0 && <Empty title={t('report.emptyTitle')} text={t('report.emptyText')} />}
      {items.map((item) => (
        <ItemVerdict key={item.line} item={item} compared={compared} refusal={refused.get(item.text)} />
      ))}
      {left_out > 0 && <p className="bad">{t('report.leftOut', { count: left_out, most: mostPastedItems })}</p>}
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

function saySent({ submissions, waiting }: SentPaste): void {
  const countsNow = submissions.some(({ counts_as }) => counts_as !== null)
  if (submissions.length > 0)
    showToast(t('report.sent', { count: submissions.length }), {
      text: t(countsNow ? 'report.sentCounts' : 'report.sentText'),
    })
  if (waiting > 0) showToast(t('report.queued', { count: waiting }), { text: t('report.queuedText') })
}
