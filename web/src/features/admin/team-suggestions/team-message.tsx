import './team-suggestions.css'
import '../../../messages/admin-plan.ts'
import { useState } from 'react'
import { openOnly, useReopening } from '../../../api/drafts/use-draft.ts'
import { useEvent, useScoreTree } from '../../../api/scores/event.ts'
import { t } from '../../../lib/text/messages.ts'
import { Button, IconButton } from '../../../ui/forms/button.tsx'
import { SeenButton } from './seen-button.tsx'
import { TextForm } from './text-form.tsx'
import type { PlanEdits } from './use-plan-edits.ts'

/** The leads' message to the whole team, above everything else. */
export function TeamMessage({ team_id, edits }: { team_id: number; edits: PlanEdits }) {
  const root_id = useScoreTree().tree.root?.item.id
  const [isWriting, setWriting] = useState(false)
  const event_id = useEvent()?.id
  useReopening({ suggestion: openOnly(`${event_id}.${root_id}`, () => setWriting(true)) })
  const { message, members } = edits.plan
  if (root_id === undefined) return null
  const label = t('leadPlan.message')
  return (
    <section className="lead-message" aria-label={label}>
      {isWriting ? (
        <TextForm objective_id={root_id} entry={message} label={label} isRequired onDone={() => setWriting(false)} />
      ) : message && message.extra !== '' ? (
        <>
          <p className="lead-message-text" dir="auto">
            {message.extra}
          </p>
          <div className="lead-entry-acts">
            <Button
              size="small"
              kind="quiet"
              aria-label={t('leadPlan.rewriteOf', { name: label })}
              onClick={() => setWriting(true)}
            >
              {t('leadPlan.rewrite')}
            </Button>
            <SeenButton suggestion={message} name={label} team_id={team_id} members={members} />
            <span className="lead-entry-takers" />
            <IconButton
              label={t('leadPlan.removeOf', { name: label })}
              icon="close"
              onClick={() => edits.remove(root_id, message.extra, label)}
            />
          </div>
        </>
      ) : (
        <Button size="small" icon="note" onClick={() => setWriting(true)}>
          {t('leadPlan.messageWrite')}
        </Button>
      )}
    </section>
  )
}
