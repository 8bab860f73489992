import type { Submission } from '@muster/contract/submissions'
import { useState } from 'react'
import { openEntry, useReopening } from '../../api/drafts/use-draft.ts'
import { useEvent, useStatus } from '../../api/scores/event.ts'
import { useSession } from '../../lib/browser/session.ts'
import type { EntryQuestion } from './entry-dialog.tsx'
import { findObjection } from './objections.ts'

/** The question about a submission that is open, and the objection that the viewer can raise; a final event takes none. */
export function useEntryQuestion(all: readonly Submission[]) {
  const [question, setQuestion] = useState<EntryQuestion | null>(null)
  const user_id = useSession()?.user_id ?? null
  const { team_id } = useStatus()
  const isFinal = (useEvent()?.final_since ?? null) !== null
  const objectionTo = (submission: Submission) => (isFinal ? null : findObjection(submission, { user_id, team_id }))
  useReopening({
    objection: openEntry(all, '', (submission) => {
      const kind = submission && objectionTo(submission)
      if (kind) setQuestion({ kind, submission })
    }),
  })
  return { question, setQuestion, objectionTo }
}
