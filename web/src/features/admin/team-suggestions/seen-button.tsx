import '../../../messages/admin-plan.ts'
import type { TeamSuggestion } from '@muster/contract/suggestions'
import { useState } from 'react'
import { t } from '../../../lib/text/messages.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ReadersDialog } from './readers-dialog.tsx'

interface SeenButtonProps {
  suggestion: TeamSuggestion
  name: string
  team_id: number
  members: number
}

/** How many members have seen it; pressing lists them. */
export function SeenButton({ suggestion: { objective_id, seen }, name, team_id, members }: SeenButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="small" kind="quiet" aria-label={t('leadPlan.seenOf', { name, seen, members })} onClick={() => setOpen(true)}>
        {t('leadPlan.seen', { seen, members })}
      </Button>
      {isOpen && <ReadersDialog objective_id={objective_id} name={name} team_id={team_id} onClose={() => setOpen(false)} />}
    </>
  )
}
