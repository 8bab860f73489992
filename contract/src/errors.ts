/**
 * The closed list of refusals. All our non-2xx answers are `{ error: sentence, code }`; programs use the code, people read the
 * sentence. Some sentences are fixed by older clients of this API.
 */
export const refusals = {
  invalid_request: { status: 400, sentence: 'The request is not valid' },
  invalid_event_id: { status: 400, sentence: 'The event id must be a number or "current"' },
  last_provider: { status: 400, sentence: 'cannot remove last provider' },
  event_locked: { status: 400, sentence: 'Event is locked' },
  event_over: { status: 400, sentence: 'The event is over' },
  log_refused: { status: 400, sentence: 'This event does not read the game’s log' },
  reports_refused: { status: 400, sentence: 'This event takes no reports for this objective' },
  no_objective_matches: { status: 400, sentence: 'This item counts for no open objective' },
  event_not_over: { status: 400, sentence: 'The event is not over yet' },
  event_hidden: { status: 400, sentence: 'This event is hidden, so it has no public data' },
  event_archived: { status: 400, sentence: 'This event was imported from an archive; it can only be read, or deleted' },
  event_final: {
    status: 400,
    sentence: 'The raw data of this event was removed, so no data can be read or matched any more; its scores stay unchanged',
  },
  applications_not_open: { status: 400, sentence: 'Applications are not open' },
  already_in_team: { status: 400, sentence: 'Cannot change signup after being added to a team' },
  plan_full: { status: 400, sentence: 'A plan holds at most 200 objectives' },
  event_full: { status: 400, sentence: 'All places are taken, and the waitlist is full' },
  not_authenticated: { status: 401, sentence: 'Not authenticated' },
  not_allowed: { status: 403, sentence: 'You do not have permission to do this' },
  viewing_only: { status: 403, sentence: 'You are viewing the site as someone else: nothing can be changed' },
  origin_not_allowed: { status: 403, sentence: 'Logins may not be started from this site' },
  own_team: { status: 403, sentence: 'You cannot judge your own team' },
  own_correction: { status: 403, sentence: 'A second person has to decide about points that you gave or took' },
  progress_hidden: { status: 403, sentence: "This team's progress is hidden until it has finished" },
  event_not_found: { status: 404, sentence: 'Event not found' },
  team_not_found: { status: 404, sentence: 'Team not found' },
  logo_not_found: { status: 404, sentence: 'This team has no such logo' },
  objective_not_found: { status: 404, sentence: 'Objective not found' },
  guild_not_found: { status: 404, sentence: 'No team in this event has registered this guild' },
  stash_tab_not_found: { status: 404, sentence: 'Stash tab not found' },
  stash_item_not_found: { status: 404, sentence: 'This item is not in the tab any more' },
  condition_not_found: { status: 404, sentence: 'Condition not found' },
  scoring_preset_not_found: { status: 404, sentence: 'Scoring preset not found' },
  user_not_found: { status: 404, sentence: 'User not found' },
  signup_not_found: { status: 404, sentence: 'Not signed up' },
  correction_not_found: { status: 404, sentence: 'Correction not found' },
  announcement_not_found: { status: 404, sentence: 'Announcement not found' },
  outage_not_found: { status: 404, sentence: 'Outage not found' },
  suggestion_not_found: { status: 404, sentence: "This objective is not in your team's plan" },
  submission_not_found: { status: 404, sentence: 'Submission not found' },
  team_sort_not_found: { status: 404, sentence: 'No sorting of teams was submitted in this event' },
  partner_not_found: { status: 404, sentence: 'Could not find partner account' },
  definition_not_found: { status: 404, sentence: 'This version of the definition does not exist' },
  rules_not_found: { status: 404, sentence: 'This version of the rules does not exist' },
  passkey_not_found: { status: 404, sentence: 'Passkey not found' },
  invitation_not_found: { status: 404, sentence: 'This is not an invitation of this server; check that the link is complete' },
  provider_not_found: { status: 404, sentence: 'Unknown login provider' },
  route_not_found: { status: 404, sentence: 'There is nothing at this address' },
  league_taken: { status: 409, sentence: 'Another event reads the same league at the same time' },
  last_admin: { status: 409, sentence: 'This is the last admin; make someone else an admin first' },
  passkey_taken: { status: 409, sentence: 'This passkey already belongs to a user' },
  invitation_closed: {
    status: 409,
    sentence: 'This invitation was used or revoked, has expired, or its author lost the right to invite; ask for a new link',
  },
  account_taken: { status: 409, sentence: 'This account is already connected to another user' },
  account_connected: { status: 409, sentence: 'Your game account is connected, so it needs no statement' },
  account_stated: {
    status: 409,
    sentence:
      'A player here has stated this game account, and it was confirmed. If that is you, log in as before and connect the game in the settings; if not, ask an organiser',
  },
  guild_taken: { status: 409, sentence: 'Another team in this event has registered this guild' },
  request_timeout: { status: 408, sentence: 'The request took too long to arrive' },
  changed_meanwhile: { status: 409, sentence: 'Someone else has changed this in the meantime' },
  deletes_answers: { status: 409, sentence: 'This would delete more answers than you agreed to; look at the questions again' },
  rules_changed: { status: 409, sentence: 'Someone else has changed the rules in the meantime' },
  already_reported: { status: 409, sentence: 'You have reported this item already' },
  already_challenged: { status: 409, sentence: 'This was challenged already' },
  no_challenges_left: { status: 409, sentence: 'You have used all your challenges in this event' },
  already_appealed: { status: 409, sentence: 'You have appealed already; the decision is final' },
  another_judge_needed: { status: 403, sentence: 'Another judge has to look at this' },
  already_claimed: { status: 409, sentence: 'Another judge is judging this' },
  payload_too_large: { status: 413, sentence: 'The request body is too large' },
  unsupported_media_type: { status: 415, sentence: 'Request bodies must be JSON' },
  headers_too_large: { status: 431, sentence: 'The address or the headers are too long' },
  preview_busy: { status: 429, sentence: 'Another preview of this event is being computed, please try again in a moment' },
  rate_limited: { status: 429, sentence: 'Too many requests, please wait a moment' },
  login_state_unknown: {
    status: 400,
    sentence: 'This login was not started here, was already used, or has expired; please start again',
  },
  passkey_unknown: {
    status: 400,
    sentence: 'This server does not know this passkey: it was removed, or belongs to another site',
  },
  passkey_refused: { status: 400, sentence: 'The passkey was not accepted, please try again' },
  login_refused: { status: 400, sentence: 'The provider rejected the login' },
  provider_unavailable: { status: 502, sentence: 'The provider did not respond as expected, please try again' },
  unavailable: { status: 503, sentence: 'The server cannot respond right now, please try again' },
  preview_too_long: { status: 503, sentence: 'The preview takes too long; nothing was changed' },
  internal: { status: 500, sentence: 'Something went wrong on our side' },
} as const satisfies Record<string, { status: number; sentence: string }>

export type RefusalCode = keyof typeof refusals

/** The body of a refusal. `problems` lists the invalid fields of a request. */
export interface RefusalBody {
  error: string
  code: RefusalCode
  problems?: { field: string; problem: string }[]
}
