/** An exported metric. Labels have few values: never a user, an address, a name or people's text. */
export interface MetricRow {
  readonly type: 'counter' | 'gauge' | 'histogram'
  readonly help: string
  readonly labels?: readonly string[]
  /** Histograms only. */
  readonly buckets?: readonly number[]
}

const ofCalls = [0.005, 0.02, 0.05, 0.15, 0.5, 2, 10]
const ofWork = [0.002, 0.01, 0.05, 0.2, 1, 5, 20]
const ofDelays = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60]

/** Counted and measured by this process. */
const ofProcess = {
  muster_info: { type: 'gauge', help: 'Always 1; the label has the roles of this process', labels: ['roles'] },
  muster_facts_written_total: { type: 'counter', help: 'Facts written to ledgers by this process' },
  muster_ingest_delay_seconds: {
    type: 'histogram',
    help: 'From receiving the oldest tab or inventory of a batch until its facts are in the ledger',
    buckets: ofDelays,
  },
  muster_ledger_to_board_seconds: {
    type: 'histogram',
    help: 'From the notification of new ledger entries until their scores are stored',
    buckets: ofDelays,
  },
  muster_board_to_feed_seconds: {
    type: 'histogram',
    help: 'From the notification of new scores until they are sent to every open feed of the event, pacing included',
    buckets: ofDelays,
  },
  muster_stream_pages_read_total: { type: 'counter', help: 'Pages of the public stash stream read and stored' },
  muster_stream_pages_behind: {
    type: 'gauge',
    help: 'Pages read since the end of the public stash stream was last reached: 0 when all is read. From the reading process',
    labels: ['event'],
  },
  muster_stream_page_duration_seconds: {
    type: 'histogram',
    help: 'From receiving pages of the stream until they are stored; pages received together are stored together',
    buckets: ofWork,
  },
  muster_job_round_duration_seconds: {
    type: 'histogram',
    help: 'Rounds of jobs, including waits for limits of the game',
    labels: ['job_type', 'outcome'],
    buckets: ofWork,
  },
  muster_game_request_duration_seconds: {
    type: 'histogram',
    help: 'Requests to the game API, without waits for limits; outcome is ok or the reason of the failure',
    labels: ['endpoint', 'outcome'],
    buckets: ofWork,
  },
  muster_game_limit_allowed: {
    type: 'gauge',
    help: 'Requests allowed in a window of a policy, from the latest answer from the game',
    labels: ['policy', 'rule', 'period_seconds'],
  },
  muster_game_limit_left: {
    type: 'gauge',
    help: 'Requests left in that window; for limits per player, the smallest number of any player',
    labels: ['policy', 'rule', 'period_seconds'],
  },
  muster_game_limit_pause_seconds: {
    type: 'gauge',
    help: 'Event time until requests are allowed again after a refusal; 0 when allowed',
    labels: ['policy', 'rule'],
  },
  muster_scoring_step_duration_seconds: {
    type: 'histogram',
    help: 'Steps of scorekeepers: reading new ledger entries, folding them, storing the scores',
    buckets: ofWork,
  },
  muster_scorekeeper_takeovers_total: { type: 'counter', help: 'Events that this process started to score' },
  muster_feed_sockets: { type: 'gauge', help: 'Open score feeds' },
  muster_feed_events: { type: 'gauge', help: 'Events with at least one open feed' },
  muster_feed_messages_total: { type: 'counter', help: 'Messages sent to feeds, one for each socket' },
  muster_feed_drops_total: { type: 'counter', help: 'Feeds closed because the viewer read too slowly' },
  muster_feed_message_duration_seconds: {
    type: 'histogram',
    help: 'Reading new scores, encoding them, and passing them to every socket of an event',
    buckets: ofWork,
  },
  muster_http_request_duration_seconds: {
    type: 'histogram',
    help: 'Calls by registered route and class of status, from the arrival of the headers until the answer is sent',
    labels: ['method', 'route', 'status'],
    buckets: ofCalls,
  },
  muster_logins_refused_total: { type: 'counter', help: 'Refused logins: unknown, expired, or refused by the provider' },
  muster_logins_failed_total: {
    type: 'counter',
    help: 'Failed logins: the provider did not answer or refused our client',
  },
  muster_clock_ahead_seconds: {
    type: 'gauge',
    help: "How far this machine's clock is ahead of the database's; negative: behind",
  },
  muster_data_folder_free_ratio: { type: 'gauge', help: 'Free share of the disk with DATA_DIR, 0 to 1' },
  muster_database_connections: {
    type: 'gauge',
    help: 'Connections of a pool to the database, in_use or idle',
    labels: ['pool', 'state'],
  },
  muster_database_connections_refused_total: {
    type: 'counter',
    help: 'Connections refused by the database because none were left',
  },
  muster_database_waiting: { type: 'gauge', help: 'Statements waiting for a connection of a pool', labels: ['pool'] },
  muster_replica_reads_total: {
    type: 'counter',
    help: 'Reads that a replica may answer, by the database that answered (replica or primary); absent without a replica',
    labels: ['database'],
  },
  muster_replica_fallbacks_total: {
    type: 'counter',
    help: 'Calls answered by the primary instead of the replica, by reason',
    labels: ['reason'],
  },
} as const satisfies Record<string, MetricRow>

/** Read from the database, about all processes together: the same from each of them. */
const ofDatabase = {
  muster_database_up: { type: 'gauge', help: '1 when the database answered this scrape in time, else 0' },
  muster_database_writable: {
    type: 'gauge',
    help: '1 when the database is writable, else 0 (full disk, or read-only)',
  },
  muster_database_slots_used: {
    type: 'gauge',
    help: 'Taken connections, by Muster or others, counted by limit: of the server, of our user, or of our database',
    labels: ['limit'],
  },
  muster_database_slots_allowed: {
    type: 'gauge',
    help: 'Connections allowed by this limit, without the share for superusers; absent if user or database have no limit',
    labels: ['limit'],
  },
  muster_behind: {
    type: 'gauge',
    help: 'Late work, as named by /api/ready: number of events concerned',
    labels: ['role', 'part', 'reason'],
  },
  muster_job_running: { type: 'gauge', help: '1 when a process runs the job', labels: ['event', 'job_type'] },
  muster_job_failures: {
    type: 'gauge',
    help: 'Failed rounds of the job since the last good one',
    labels: ['event', 'job_type'],
  },
  muster_game_away_seconds: {
    type: 'gauge',
    help: 'Time since the game last responded to the job; absent while it responds',
    labels: ['event', 'job_type'],
  },
  muster_job_success_age_seconds: {
    type: 'gauge',
    help: 'Time since the last good round of the job; absent before the first',
    labels: ['event', 'job_type'],
  },
  muster_job_delay_seconds: {
    type: 'gauge',
    help: 'Waiting time of the oldest overdue work of the job; absent if unknown',
    labels: ['event', 'job_type'],
  },
  muster_scheduled_task_success_age_seconds: {
    type: 'gauge',
    help: 'Time since the scheduled task last succeeded; absent before the first success',
    labels: ['task'],
  },
  muster_scheduled_task_failing: {
    type: 'gauge',
    help: '1 when the last run of the scheduled task failed, else 0',
    labels: ['task'],
  },
  muster_stream_moved_age_seconds: {
    type: 'gauge',
    help: 'Time since the position in the public stash stream last moved',
    labels: ['event'],
  },
  muster_unscored_seconds: {
    type: 'gauge',
    help: 'Age of the oldest ledger entry without scores; absent when all are scored',
    labels: ['event'],
  },
  muster_queue_length: {
    type: 'gauge',
    help: 'Waiting work: snapshots to evaluate (counted up to 10,000 an event), builds without stats, guild tabs that are due',
    labels: ['queue'],
  },
} as const satisfies Record<string, MetricRow>

export const metricList = { ...ofProcess, ...ofDatabase }
export type MetricName = keyof typeof metricList
export const databaseMetrics = Object.keys(ofDatabase) as readonly (keyof typeof ofDatabase)[]
