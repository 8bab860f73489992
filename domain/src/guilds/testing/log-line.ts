import type { LogEntry } from '../log-page.ts'

/** A log line: one Chaos Orb that Ada put into "drops". */
export const aLogLine = (line: Partial<LogEntry> = {}): LogEntry => ({
  entry_id: 1,
  timestamp: 0,
  account_name: 'Ada#1',
  action: 'added',
  item_name: 'Chaos Orb',
  number: 1,
  stash_name: 'drops',
  x: 0,
  y: 0,
  ...line,
})
