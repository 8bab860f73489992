/** A metric as it is exported. Labels take few values: never a user, an address, a name or anything that people write. */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels?: readonly string[]
  /** Of a histogram. */
  readonly buckets?: readonly number[]
}

const ofCalls = [0.005, 0.02, 0.05, 0.15, 0.5, 2, 10]
const ofWork = [0.002, 0.01, 0.05, 0.2, 1, 5, 20]
const ofDelays = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60]

/** What this process counts and measures itself. */
const ofProcess = {
  muster_info: { type: 'gauge', help: 'Always 1; says which roles this process has', labels: ['roles'] },
  muster_facts_written_total: { type: 'counter', help: 'Facts that this process wrote to ledgers' },
  muster_ingest_delay_seconds: {
    type: 'histogram',
    help: 'From receiving the oldest tab or inventory of a batch until its facts stand in the ledger',
    buckets: ofDelays,
  },
  muster_ledger_to_board_seconds: {
    type: 'histogram',
    help: 'From hearing of new ledger entries until the scores that follow from them are stored',
    buckets: ofDelays,
  },
  muster_board_to_feed_seconds: {
    type: 'histogram',
    help: 'From hearing of new scores until every open feed of the event was sent them; feeds are told once a second at most',
    buckets: ofDelays,
  },
  muster_stream_pages_read_total: { type: 'counter', help: 'Pages of the public stash stream that were read and stored' },
  muster_stream_pages_behind: {
    type: 'gauge',
    help: 'Pages read since the end of the public stash stream was reached last: 0 when all is read. Reported by the process that reads it',
    labels: ['event'],
  },
  muster_stream_page_duration_seconds: {
    type: 'histogram',
    help: 'From having pages of the stream until they are stored; those that are here together are stored together',
    buckets: ofWork,
  },
  muster_job_round_duration_seconds: {
    type: 'histogram',
    help: 'Rounds of jobs, waiting for limits of the game included',
    labels: ['job_type', 'outcome'],
    buckets: ofWork,
  },
  muster_game_request_duration_seconds: {
    type: 'histogram',
    help: 'Requests to the game API, without waiting for limits; outcome is ok, or why there was no good answer',
    labels: ['endpoint', 'outcome'],
    buckets: ofWork,
  },
  muster_game_limit_allowed: {
    type: 'gauge',
    help: 'Requests that the game allows in a window of a policy, as it said last',
    labels: ['policy', 'rule', 'period_seconds'],
  },
  muster_game_limit_left: {
    type: 'gauge',
    help: 'Requests left in that window; where players count each for themselves, of the one who has fewest',
    labels: ['policy', 'rule', 'period_seconds'],
  },
  muster_game_limit_pause_seconds: {
    type: 'gauge',
    help: 'Event time until the game takes requests again after it refused one; 0 when it takes them',
    labels: ['policy', 'rule'],
  },
  muster_scoring_step_duration_seconds: {
    type: 'histogram',
    help: 'Steps of scorekeepers: reading new ledger entries, folding them, storing the scores',
    buckets: ofWork,
  },
  muster_scorekeeper_takeovers_total: { type: 'counter', help: 'Events whose scores this process began to keep' },
  muster_feed_sockets: { type: 'gauge', help: 'Open score feeds' },
  muster_feed_events: { type: 'gauge', help: 'Events that are followed by at least one feed' },
  muster_feed_messages_total: { type: 'counter', help: 'Messages sent to feeds, one for each socket' },
  muster_feed_drops_total: { type: 'counter', help: 'Feeds closed because the viewer did not read what was sent' },
  muster_feed_message_duration_seconds: {
    type: 'histogram',
    help: 'Reading new scores, encoding them, and handing them to every socket of an event',
    buckets: ofWork,
  },
  muster_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Calls by registered route and class of status, from the arrival of the head until the answer is sent',
    labels: ['method', 'route', 'status'],
    buckets: ofCalls,
  },
  muster_logins_refused_total: { type: 'counter', help: 'Logins that were refused: unknown or expired, or the provider said no' },
  muster_logins_failed_total: {
    type: 'counter',
    help: 'Logins that failed because the provider did not answer or does not accept us',
  },
  muster_clock_ahead_seconds: {
    type: 'gauge',
    help: "By how much this machine's clock is ahead of the one that all processes go by; below 0: behind it",
  },
  muster_data_folder_free_ratio: { type: 'gauge', help: 'Part of the disk with DATA_DIR that is free, 0 to 1' },
  muster_database_connections: {
    type: 'gauge',
    help: 'Connections of a pool to the database, in_use or idle',
    labels: ['pool', 'state'],
  },
  muster_database_connections_refused_total: {
    type: 'counter',
    help: 'Connections that the database refused to this process because it had none left',
  },
  muster_database_waiting: { type: 'gauge', help: 'Statements that wait for a connection of a pool', labels: ['pool'] },
  muster_replica_reads_total: {
    type: 'counter',
    help: 'Reads that the replica of the database may answer, by the database that did: replica or primary; absent without a replica',
    labels: ['database'],
  },
  muster_replica_fallbacks_total: {
    type: 'counter',
    help: 'Calls that the primary had to answer instead of the replica, by reason',
    labels: ['reason'],
  },
} as const satisfies Record<string, MetricRow>

/** What the database says, about all processes together: the same from each of them. */
const ofDatabase = {
  muster_database_up: { type: 'gauge', help: '1 when the database answered the questions of this scrape in time, else 0' },
  muster_database_writable: {
    type: 'gauge',
    help: '1 when the database could be written to, else 0: its disk is full, or it only reads',
  },
  muster_database_slots_used: {
    type: 'gauge',
    help: 'Connections to the database that are taken, by Muster or others, as the limit counts them: of the server, of our user, or of our database',
    labels: ['limit'],
  },
  muster_database_slots_allowed: {
    type: 'gauge',
    help: 'Connections that this limit allows, without those kept for superusers; absent where the user or the database has no limit of its own',
    labels: ['limit'],
  },
  muster_behind: {
    type: 'gauge',
    help: 'Work that is behind, as /api/ready names it: how many events it is behind for',
    labels: ['role', 'part', 'reason'],
  },
  muster_job_running: { type: 'gauge', help: '1 when a process works on the job', labels: ['event', 'job_type'] },
  muster_job_failures: {
    type: 'gauge',
    help: 'Rounds of the job that failed since the last good one',
    labels: ['event', 'job_type'],
  },
  muster_game_away_seconds: {
    type: 'gauge',
    help: 'How long the game has not responded to the job; absent while it responds',
    labels: ['event', 'job_type'],
  },
  muster_job_success_age_seconds: {
    type: 'gauge',
    help: 'Since the last good round of the job; absent before the first',
    labels: ['event', 'job_type'],
  },
  muster_job_delay_seconds: {
    type: 'gauge',
    help: 'How long the oldest thing has waited that the job should have done; absent where nobody can know',
    labels: ['event', 'job_type'],
  },
  muster_chore_success_age_seconds: {
    type: 'gauge',
    help: 'Since a chore last went well; absent before the first time',
    labels: ['chore'],
  },
  muster_chore_failing: { type: 'gauge', help: '1 when the last turn of the chore failed, else 0', labels: ['chore'] },
  muster_stream_moved_age_seconds: {
    type: 'gauge',
    help: 'Since the position in the public stash stream last moved',
    labels: ['event'],
  },
  muster_unscored_seconds: {
    type: 'gauge',
    help: 'Since when the ledger of an event holds what its scores do not reflect; absent when they reflect all of it',
    labels: ['event'],
  },
  muster_queue_length: {
    type: 'gauge',
    help: 'What waits: snapshots for evaluation (counted up to 10,000 an event), builds for their stats, guild tabs that are due',
    labels: ['queue'],
  },
} as const satisfies Record<string, MetricRow>

export const metricList = { ...ofProcess, ...ofDatabase }
export type MetricName = keyof typeof metricList
export const databaseMetrics = Object.keys(ofDatabase) as readonly (keyof typeof ofDatabase)[]
