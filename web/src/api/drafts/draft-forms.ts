/**
 * All forms that keep a draft. `web/src/forms.test.tsx` types into each of them, ends the login and delays the answers: a new name
 * needs a row in `web/src/test-forms.tsx`.
 */
export const draftForms = [
  'announcement',
  'bulk_objectives',
  'change_reason',
  'chat_message',
  'correction',
  'correction_decision',
  'definition_file',
  'display_name',
  'event',
  'event_copy',
  'event_rules',
  'guild',
  'job',
  'judge_decision',
  'objective',
  'objective_dates',
  'outage_note',
  'person_deletion',
  'places',
  'playtime',
  'preset',
  'signup',
  'signup_questions',
  'sort_note',
  'stream_position',
  'submission',
  'submission_review',
  'suggestion',
  'team',
  'team_sort',
  'time_window',
  'user_roles',
] as const
export type DraftForm = (typeof draftForms)[number]
