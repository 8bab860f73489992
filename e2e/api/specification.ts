import type { EndpointName } from '@muster/contract/endpoints'

// Calls copied by hand from the specification and the design, to catch mistakes in our own table.

/** The calls of the specification, which existing clients make: name, method, status of success, address. */
export const specifiedCalls = `
getEvents                      GET    200 /events
createEvent                    PUT    201 /events
getEvent                       GET    200 /events/{event_id}
deleteEvent                    DELETE 204 /events/{event_id}
duplicateEvent                 POST   201 /events/{event_id}/duplicate
getEventStatus                 GET    200 /events/{event_id}/status
getLadder                      GET    200 /events/{event_id}/ladder
getStreams                     GET    200 /events/{event_id}/streams
getTeams                       GET    200 /events/{event_id}/teams
createTeam                     PUT    201 /events/{event_id}/teams
addUsersToTeams                PUT    204 /events/{event_id}/teams/users
getTeam                        GET    200 /events/{event_id}/teams/{team_id}
deleteTeam                     DELETE 204 /events/{event_id}/teams/{team_id}
getUsersForEvent               GET    200 /events/{event_id}/users
getTeamSuggestions             GET    200 /events/{event_id}/suggestions
createObjectiveTeamSuggestion  PUT    201 /events/{event_id}/suggestions/{objective_id}
deleteObjectiveTeamSuggestion  DELETE 204 /events/{event_id}/suggestions/{objective_id}
getObjectiveTreeForEvent       GET    200 /events/{event_id}/objectives
createObjective                PUT    201 /events/{event_id}/objectives
getObjective                   GET    200 /events/{event_id}/objectives/{id}
deleteObjective                DELETE 204 /events/{event_id}/objectives/{id}
createCondition                PUT    201 /events/{event_id}/conditions
testConditions                 POST   200 /events/{event_id}/conditions/test
getValidMappings               GET    200 /events/{event_id}/conditions/valid-mappings
deleteCondition                DELETE 204 /events/{event_id}/conditions/{id}
getScoringPresetsForEvent      GET    200 /events/{event_id}/scoring-presets
createScoringPreset            PUT    200 /events/{event_id}/scoring-presets
deleteScoringPreset            DELETE 200 /events/{event_id}/scoring-presets/{id}
getEventSignups                GET    200 /events/{event_id}/signups
getPersonalSignup              GET    200 /events/{event_id}/signups/self
createSignup                   PUT    201 /events/{event_id}/signups/self
reportPlaytime                 PUT    200 /events/{event_id}/signups/self/actual-playtime
deleteSignup                   DELETE 200 /events/{event_id}/signups/{user_id}
getSubmissions                 GET    200 /events/{event_id}/submissions
submitBounty                   PUT    201 /events/{event_id}/submissions
setBulkSubmissionForAdmin      PUT    201 /events/{event_id}/submissions/admin
deleteSubmission               DELETE 204 /events/{event_id}/submissions/{submission_id}
reviewSubmission               PUT    200 /events/{event_id}/submissions/{submission_id}/review
getEventActivities             GET    200 /events/{event_id}/activity
getEventActivitiesForUser      GET    200 /events/{event_id}/activity/{user_id}
getCharactersForEvent          GET    200 /events/{event_id}/characters
getUserCharacters              GET    200 /users/{user_id}/characters
getCharacterHistory            GET    200 /users/{user_id}/characters/{character_id}
getPoBs                        GET    200 /users/{user_id}/characters/{character_id}/pobs
getTeamAtlasesForEvent         GET    200 /events/{event_id}/atlas
getAtlasProgression            GET    200 /events/{event_id}/users/{user_id}/atlas
getGuildStashForUser           GET    200 /{eventId}/guild-stash
updateAccess                   POST   204 /{eventId}/guild-stash/update-access
getGuildStashTab               GET    200 /{eventId}/guild-stash/{stash_id}
switchStashFetching            PATCH  200 /{eventId}/guild-stash/{stash_id}
updateStashTab                 POST   204 /{eventId}/guild-stash/{stash_id}/update
getGuilds                      GET    200 /{eventId}/guilds
saveGuild                      PUT    200 /{eventId}/guilds/{guildId}
getLogEntriesForGuild          GET    200 /{eventId}/guilds/{guildId}/stash-history
addGuildstashHistory           POST   201 /{eventId}/guilds/{guildId}/stash-history
getGuildLogRows                GET    200 /{eventId}/guilds/{guildId}/stash-history/rows
getGuildLogSummary             GET    200 /{eventId}/guilds/{guildId}/stash-history/summary
getLatestTimestampForUser      GET    200 /{eventId}/guilds/{guildId}/stash-history/latest_timestamp
getAllUsers                    GET    200 /users
removeAuth                     POST   200 /users/remove-auth
getUser                        GET    200 /users/self
updateUser                     PATCH  200 /users/self
getUserById                    GET    200 /users/{user_id}
changePermissions              PATCH  200 /users/{user_id}
getJobs                        GET    200 /jobs
startJob                       POST   201 /jobs
oauthRedirect                  GET    200 /oauth2/{provider}/redirect
oauthCallback                  POST   200 /oauth2/{provider}/callback
loginDiscordBot                POST   200 /oauth2/discord/bot-login
getLatestScoresForEvent        GET    200 /events/{event_id}/scores/latest
scoreWebSocket                 GET    101 /events/{event_id}/scores/ws
simpleScoreWebSocket           GET    101 /events/{event_id}/scores/simple/ws
`

const eventFields =
  'name:text! game_version:enum! max_size:integer! application_start_time:time! application_end_time:time! event_start_time:time! event_end_time:time! waitlist_size:count! is_current:flag is_public:flag is_locked:flag patch:text points_need_approval_above:count objectives_shown:enum reports:enum report_proof:enum trusted_after:count second_look_percent:count read_playing_seconds:count read_climbing_seconds:count read_idle_seconds:count read_ladder_seconds:count read_changed_tab_seconds:count read_tab_seconds:count read_priority_tab_seconds:count read_tab_access_seconds:count read_list_seconds:count read_first_list_seconds:count read_atlas_seconds:count read_grown_atlas_seconds:count read_idle_atlas_seconds:count read_stream_seconds:count calculate_build_seconds:count game_log:enum guild_log:enum personal_objectives:group time_zone:enum embed_hosts:text'

/**
 * Body fields with their type (`FieldKind`). `!` marks a required field: a missing value, null and zero are refused. Other
 * fields may be missing or null.
 */
export const bodyFields: Partial<Record<EndpointName, string>> = {
  saveAnnouncement: 'title:text! text:text! audience:enum! starts_at:time ends_at:time',
  saveBroadcast: 'least_delay_seconds:count! hidden_objective_ids:list! hidden_team_ids:list!',
  saveStatusSettings: 'is_public:flag',
  noteOutage: 'note:text',
  saveDiscordRoles: 'team_roles:list! is_on:flag',
  moveStream: 'to:enum!',
  createEvent: `${eventFields} example:enum`,
  duplicateEvent: eventFields,
  writeEventRules: 'text:text base_version:count!',
  changeEventStep: 'code:enum! action:enum!',
  createTeam: 'name:text! allowed_classes:list! abbreviation:text color:text',
  createObjectiveTeamSuggestion: 'extra:text',
  addWishes: 'wishes:list!',
  changeWish: 'is_fulfilled:flag is_build_enabling:flag',
  arrangeTeamPlan: 'version:count! windows:list! entries:list!',
  createObjective:
    'name:text! parent_id:integer! objective_type:enum! aggregation:enum! number_field:enum! required_number:long! players_from:long pieces_from:long conditions:list! extra:text hide_progress:flag reports:enum report_proof:enum scoring_preset_id:integer further_preset_ids:list finished_by:enum valid_from:time valid_to:time',
  editDefinition: 'edits:list! definition_version:long breaks_examples:flag reason:text',
  previewDefinition: 'edits:list! definition_version:long breaks_examples:flag reason:text',
  startItemScan: 'source:enum! seconds:count',
  createCondition: 'objective_id:integer! field:enum! operator:enum! value:text!',
  createScoringPreset:
    'name:text! points:numbers! scoring_method:enum! type:enum! description:text point_cap:integer parameters:object',
  createSignup: 'expected_playtime:integer! needs_help:flag wants_to_help:flag partner_account_name:text extra:text answers:list',
  saveSignupQuestions: 'questions:list! base_version:count! deletes_answers:count',
  reportPlaytime: 'actual_playtime:integer!',
  placeSignup: 'queue_place:enum',
  submitBounty: 'objective_id:integer! timestamp:time! number:long proof:text comment:text',
  // The key and the text have fixed formats, so they are missing here.
  reportItem: 'timestamp:time! proof:text comment:text',
  previewItemReport: 'timestamp:time!',
  reportBuild: 'timestamp:time! proof:text comment:text',
  reportLog: 'events:list!',
  setBulkSubmissionForAdmin: 'objective_id:integer! team_ids:list!',
  challengeSubmission: 'reason:text!',
  appealSubmission: 'reason:text!',
  reviewSubmission: 'approval_status:enum! review_comment:text',
  previewReview: 'approval_status:enum! review_comment:text',
  claimSubmission: 'take_over:flag',
  createCorrection: 'objective_id:integer! team_id:integer! user_id:integer timestamp:time reason:text! public_note:text',
  createExclusion:
    'kind:enum! user_id:integer team_id:integer objective_id:integer from:time! to:time! reason:text! public_note:text',
  createManualPoints: 'team_id:integer! points:long! user_id:integer reason:text! public_note:text',
  decideManualPoints: 'reason:text',
  previewCorrection: 'kind:enum!',
  withdrawCorrection: 'reason:text!',
  saveGuild: 'id:integer! name:text! tag:text!',
  addGuildstashHistory: 'entries:list truncated:flag follows:flag',
  updateUser: 'display_name:text!',
  reviewGameAccount: 'is_confirmed:flag',
  saveRecordSharing: 'shown_to:enum! shows_hours:flag',
  saveVisibility: 'chat_name:enum! play:enum! stream:enum!',
  deleteOwnAccount: 'display_name:text!',
  deletePerson: 'display_name:text! reason:text!',
  oauthCallback: 'redirect_url:text! code:text! state:text!',
  loginDiscordBot: 'token:text!',
  startPasskey: 'purpose:enum! secret:text display_name:text',
  openInvitation: 'secret:text!',
  renamePasskey: 'name:text!',
  makeOwnKey: 'name:text! scopes:list! expires_at:time',
  createInvitations: 'valid_hours:integer! name:text',
}

/** Calls whose body needs an answer from a provider or an authenticator: a made-up one gets 400. */
export const answeredOutside: ReadonlySet<EndpointName> = new Set(['oauthCallback', 'finishPasskey'])

/** The status for an object that does not exist, where it is not 404: deletes succeed (D-38), `saveGuild` registers the guild. */
export const unknownObject: Partial<Record<EndpointName, number>> = {
  deleteTeam: 204,
  deleteObjectiveTeamSuggestion: 204,
  leaveSuggestion: 204,
  deleteObjective: 204,
  deleteScoringPreset: 200,
  deleteSignup: 200,
  releaseSubmission: 204,
  getCharacterHistory: 200,
  getPoBs: 200,
  getAtlasProgression: 200,
  saveGuild: 200,
  getTree: 400,
  getEventTable: 400,
  getAddedItemNames: 400,
  changeAddedItemNames: 400,
}
