import type { EndpointName, Endpoints } from '@muster/contract/endpoints'

/** POST calls that compute an answer and store nothing. */
type Question =
  | 'countMatches'
  | 'loginDiscordBot'
  | 'openInvitation'
  | 'previewCorrection'
  | 'previewDefinition'
  | 'previewItemReport'
  | 'previewReview'
  | 'readWishes'
  | 'testConditions'
  | 'tryItem'

type NameOfGet = { [N in EndpointName]: Endpoints[N]['method'] extends 'GET' ? N : never }[EndpointName]

/** Calls that change nothing on the server. */
export type ReadName = NameOfGet | Question
export type WriteName = Exclude<EndpointName, ReadName>

const ofDefinition = [
  'getDefinitionFile',
  'getDefinitionChanges',
  'getDefinitionProblems',
  'getObjectiveTreeForEvent',
  'getRematches',
  'getScoringPresetsForEvent',
  'getEventRules',
  'getEvents',
  'getEventReadiness',
  'getItemCoverage',
  'getObjectiveItems',
] as const
const ofItemChecks = ['getItemCoverage', 'getObjectiveItems', 'getEventReadiness'] as const
const ofGuilds = ['getGuilds', 'getLatestTimestampForUser', 'getGuildLogRows', 'getGuildLogSummary'] as const
const ofJobs = ['getJobs', 'getEventReadiness', 'getAdminChanges', 'getStreamPosition'] as const
const ofAnnouncements = ['getKeptAnnouncements', 'getAnnouncements', 'getAdminChanges', 'getEventReadiness'] as const
const ofRoutes = ['getNoticeRoutes', 'getNoticeDeliveries', 'getAdminChanges'] as const
const ofEvents = ['getEvents', 'getEventReadiness'] as const
const ofSignups = ['getEventSignups', 'getTeamSort', 'getEventStatus', 'getUsersForEvent'] as const
const ofTeamSort = ['getUsersForEvent', 'getEventSignups', 'getTeamSortProof', 'getAdminChanges'] as const
const ofStash = ['getTeamStash', 'getGuildStashTab'] as const
const ofUsers = ['getAllUsers', 'getPermissionChanges', 'getEventReadiness'] as const

/**
 * The reads that each write makes stale. `callWrite` refetches them if they are shown. Empty if the caller puts the write's
 * answer into the cache, or if the page ends with the write.
 */
export const staleReads: Readonly<Record<WriteName, readonly NameOfGet[]>> = {
  saveAnnouncement: ofAnnouncements,
  wantOwnReading: [],
  removeAnnouncement: ofAnnouncements,

  saveDiscordRoles: ['getDiscordRoles', 'getAdminChanges'],
  saveNoticeRoute: ofRoutes,
  pauseNoticeRoute: ofRoutes,
  removeNoticeRoute: ofRoutes,
  testNoticeRoute: ofRoutes,
  repeatNoticeDelivery: ofRoutes,

  editDefinition: ofDefinition,
  createCondition: ofDefinition,
  deleteCondition: ofDefinition,
  createObjective: ofDefinition,
  deleteObjective: ofDefinition,
  createScoringPreset: ofDefinition,
  deleteScoringPreset: ofDefinition,
  writeEventRules: [],
  startItemScan: ofItemChecks,
  stopItemScan: ofItemChecks,
  saveItemExample: ofItemChecks,
  removeItemExample: ofItemChecks,
  changeAddedItemNames: ['getAddedItemNames', 'getItemNames', 'getDefinitionProblems'],
  changeEventStep: ['getEventReadiness'],

  createEvent: ofEvents,
  deleteEvent: ['getEvents'],
  duplicateEvent: ['getEvents'],
  chooseEventRetention: ofEvents,
  createTeam: ofEvents,
  deleteTeam: ofEvents,
  uploadTeamLogo: ['getEvents'],
  deleteTeamLogo: ['getEvents'],

  createCorrection: ['getCorrections'],
  createExclusion: ['getCorrections'],
  withdrawCorrection: ['getCorrections', 'getEventReadiness', 'getManualPoints'],
  createManualPoints: ['getCorrections', 'getEventReadiness', 'getManualPoints'],
  decideManualPoints: ['getCorrections', 'getEventReadiness', 'getManualPoints'],
  submitBounty: ['getSubmissions'],
  uploadProofPicture: [],
  reportItem: ['getSubmissions'],
  reportBuild: ['getSubmissions'],
  reportLog: ['getSubmissions'],
  deleteSubmission: ['getSubmissions'],
  setBulkSubmissionForAdmin: ['getSubmissions'],
  reviewSubmission: ['getSubmissions', 'getSubmissionClaims', 'getSubmissionHistory'],
  challengeSubmission: ['getSubmissions', 'getSubmissionHistory'],
  appealSubmission: ['getSubmissions', 'getSubmissionHistory'],
  // A claim makes sure that the judge sees the latest version of the submission.
  claimSubmission: ['getSubmissionClaims', 'getSubmissions'],
  releaseSubmission: ['getSubmissionClaims', 'getSubmissions'],

  saveGuild: ofGuilds,
  deleteGuild: ofGuilds,
  addGuildstashHistory: ofGuilds,
  updateAccess: ofStash,
  setStashPriority: ofStash,
  switchStashFetching: ofStash,
  updateStashTab: ofStash,

  startJob: ofJobs,
  moveStream: ofJobs,
  noteOutage: ['getStatus'],
  saveStatusSettings: ['getStatus'],

  createSignup: ['getEventStatus', 'getUsersForEvent'],
  saveSignupQuestions: ['getSignupQuestions', 'getEventSignups', 'getTeamSort', 'getSignupAnswers', 'getAdminChanges'],
  deleteSignup: ofSignups,
  placeSignup: ofSignups,
  restoreSignup: ofSignups,
  reportPlaytime: [],

  saveTeamSortDraft: [],
  submitTeamSort: ofTeamSort,
  undoTeamSort: ofTeamSort,
  addUsersToTeams: ofTeamSort,

  replaceOverlayKey: ['getBroadcast', 'getAdminChanges'],
  saveBroadcast: ['getBroadcast'],
  addWishes: ['findWantedItems'],
  changeWish: [],
  moveWish: [],
  removeWish: ['getTeamWishes'],
  takeSuggestion: ['getTeamPlan'],
  leaveSuggestion: ['getTeamPlan'],
  // The leads' page fetches the plan itself, in the order of its edits.
  createObjectiveTeamSuggestion: [],
  deleteObjectiveTeamSuggestion: [],
  arrangeTeamPlan: [],
  markPlanSeen: [],

  changePermissions: [...ofUsers, 'getUser'],
  deletePerson: [...ofUsers, 'getAdminChanges'],
  // The name occurs in tables of every event.
  updateUser: ['getUsersForEvent', 'getPlayerRecord'],
  stateGameAccount: ['getEventSignups', 'getTeamRoom'],
  reviewGameAccount: ['getEventSignups', 'getTeamRoom', 'getAdminChanges'],
  removeAuth: ['getOwnNoticeSettings'],
  saveVisibility: [],
  saveRecordSharing: [],
  oauthCallback: [],
  logoutEverywhere: [],
  makeOwnCalendar: ['getOwnCalendar'],
  endOwnCalendar: ['getOwnCalendar'],

  readOwnNotices: ['getOwnNotices'],
  saveOwnNoticeSettings: ['getOwnNoticeSettings'],
  addPushDevice: ['getOwnNoticeSettings'],
  removePushDevice: ['getOwnNoticeSettings'],
  testPushDevice: [],
  startDirectMessages: ['getOwnNoticeSettings'],
  stopDirectMessages: ['getOwnNoticeSettings'],
  testDirectMessages: ['getOwnNoticeSettings'],
  makeOwnKey: ['getOwnKeys'],
  endOwnKey: ['getOwnKeys'],
  startPasskey: [],
  finishPasskey: ['getPasskeys'],
  renamePasskey: ['getPasskeys'],
  removePasskey: ['getPasskeys'],
  createInvitations: ['getInvitations', 'getAdminChanges'],
  revokeInvitation: ['getInvitations', 'getAdminChanges'],
  deleteOwnAccount: [],
}
