import { useReopening } from '../../api/drafts/use-draft.ts'
import { askForSubmission } from '../../api/people/submission-request.ts'
import { useKnownEvent } from '../../api/scores/event.ts'

/** Opens the form of a new submission again if the player was typing in it when the login ended. Renders nothing. */
export function SubmissionReopening() {
  const event_id = useKnownEvent()?.id
  useReopening({
    submission: (id) => {
      const [event, objective_id, submission] = id.split('.')
      if (event !== String(event_id) || submission !== 'new') return false
      askForSubmission({ objective_id: Number(objective_id) })
      return true
    },
  })
  return null
}
