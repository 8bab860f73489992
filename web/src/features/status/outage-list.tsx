import './status.css'
import '../../messages/status.ts'
import type { Outage } from '@muster/contract/status'
import { readEventTitle } from '@muster/domain/events/title'
import { useState } from 'react'
import { openEntry, useReopening } from '../../api/drafts/use-draft.ts'
import { t } from '../../lib/text/messages.ts'
import { formatSpan } from '../../lib/time/span.ts'
import { formatFull } from '../../lib/time/time.ts'
import { Badge } from '../../ui/marks/badge.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { Empty } from '../../ui/layout/states.tsx'
import { nameAffected } from './name-affected.ts'
import { NoteDialog } from './note-dialog.tsx'
import { useStatus } from './use-status.ts'

/** Outages, newest first; admins can add a note. */
export function OutageList({ isAdmin }: { isAdmin: boolean }) {
  const { shown } = useStatus()
  const [noted, setNoted] = useState<Outage | null>(null)
  useReopening({ outage_note: openEntry(shown?.outages ?? [], '', setNoted) })
  if (!shown || shown.outages.length === 0) return <Empty title={t('status.noneTitle')} text={t('status.noneText')} />
  return (
    <>
      <ul className="status-list">
        {shown.outages.map((outage) => (
          <OutageLine
            key={outage.id}
            outage={outage}
            now={Date.parse(shown.judged_at)}
            onNote={isAdmin ? () => setNoted(outage) : undefined}
          />
        ))}
      </ul>
      {noted && <NoteDialog outage={noted} onClose={() => setNoted(null)} />}
    </>
  )
}

function OutageLine({ outage, now, onNote }: { outage: Outage; now: number; onNote: (() => void) | undefined }) {
  const { part, event, affected, note } = outage
  const from = Date.parse(outage.began_at)
  const to = outage.ended_at === null ? null : Date.parse(outage.ended_at)
  const what = part === 'server' ? t('status.serverAway') : affected.map(nameAffected).join(', ')
  const act = t(note === null ? 'status.addNote' : 'status.changeNote')
  return (
    <li className="status-outage">
      <div>
        <strong className="strong">{t(`status.part.${part}`)}</strong>
        <span className="small quieter">
          {what}
          {event && (
            <>
              {' · '}
              <bdi>{readEventTitle(event.name)}</bdi>
            </>
          )}
        </span>
      </div>
      {to === null ? (
        <Badge kind="bad" icon="warning">
          {t('status.open')}
        </Badge>
      ) : (
        <span className="num status-length">{formatSpan(to - from)}</span>
      )}
      <div className="num">
        {to === null
          ? `${t('status.since', { from: formatFull(from) })} (${formatSpan(now - from)})`
          : t('status.from', { from: formatFull(from), to: formatFull(to) })}
        {note !== null && (
          <p className="status-note" dir="auto">
            {note}
          </p>
        )}
        {outage.note_author && (
          <p className="small quieter">
            {t('status.noteBy')} <bdi>{outage.note_author.display_name}</bdi>
          </p>
        )}
      </div>
      {onNote && (
        <Button
          size="small"
          kind="quiet"
          onClick={onNote}
          aria-label={t('status.noteOf', { act, part: t(`status.part.${part}`), time: formatFull(from) })}
        >
          {act}
        </Button>
      )}
    </li>
  )
}
