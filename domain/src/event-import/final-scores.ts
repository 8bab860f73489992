import { largestInt } from '@muster/contract/body'
import { noTimestamp } from '@muster/contract/scores'
import { readTime } from '../definition-file/moment.ts'
import { isRaw, listObjects, pick, type Raw, readId } from './json.ts'
import { type Report, quoted } from './report.ts'

/** A team's final score on an objective, with ids of the existing system. */
export interface FinalScore {
  readonly objective_id: number
  readonly team_id: number
  readonly points: number
  readonly rank: number
  readonly number: number
  readonly finished: boolean
  /** Unix seconds; null: none. */
  readonly timestamp: number | null
  readonly user_id: number | null
  /** The rules' shares in their order; null if the answer has none. */
  readonly shares: readonly Share[] | null
}

export interface Share {
  readonly rule_id: number
  readonly points: number
  readonly rank: number
  readonly number: number
  readonly finished: boolean
  readonly timestamp: number | null
}

/** Largest number of a score: numbers are columns of 64 bits here. */
const maxNumber = Number.MAX_SAFE_INTEGER
/** The last moment that dates can represent, in seconds. */
const lastSecond = 8.64e12

const readInt = (value: unknown, most: number): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= most ? value + 0 : null

function readTimestamp(value: unknown): number | null | undefined {
  if (value === null || value === undefined || value === noTimestamp) return null
  if (typeof value === 'number' && Number.isSafeInteger(value) && Math.abs(value) <= lastSecond) return value
  // Completions of the later form have texts.
  if (typeof value !== 'string') return undefined
  if (value.startsWith('0001-')) return null
  const at = readTime(value.replace(/(\.\d{3})\d+/, '$1'))
  return at === null ? undefined : Math.floor(at / 1000)
}

/** Points, rank, number, finished and time of a score or of a completion; null if one of them cannot be read. */
function readShare(raw: Raw): Omit<Share, 'rule_id'> | null {
  const [points, rank, number] = [
    readInt(raw['points'], maxNumber),
    readInt(raw['rank'] ?? 0, largestInt),
    readInt(raw['number'] ?? 0, maxNumber),
  ]
  const timestamp = readTimestamp(raw['timestamp'])
  if (points === null || rank === null || number === null || timestamp === undefined) return null
  return { points, rank, number, finished: raw['finished'] === true, timestamp }
}

const readUser = (raw: Raw): number | null => {
  const user = pick(raw, 'user_id', 'user')
  const id = readId(isRaw(user) ? user['id'] : user)
  return id === 0 ? null : id
}

/**
 * The score of an answer in either form: one record (specification), or completions and bonus points, one completion for each rule
 * (features.md 2.2). The total is the bonus and the sum of the completions; it is finished when all are, at the time of the last.
 */
function readScore(raw: Raw): Omit<FinalScore, 'objective_id' | 'team_id'> | null {
  if (!Array.isArray(raw['completions'])) {
    const share = readShare(raw)
    return share && { ...share, user_id: readUser(raw), shares: null }
  }
  const completions = listObjects(raw['completions'])
  const bonus = readInt(raw['bonus_points'] ?? 0, maxNumber)
  const shares = completions.flatMap((one): Share[] => {
    const rule_id = readId(pick(one, 'rule_id', 'scoring_rule_id', 'preset_id', 'scoring_preset_id'))
    const share = readShare(one)
    return rule_id === null || share === null ? [] : [{ rule_id, ...share }]
  })
  if (bonus === null || shares.length < raw['completions'].length) return null
  const points = shares.reduce((sum, share) => sum + share.points, bonus)
  const times = shares.flatMap(({ timestamp }) => timestamp ?? [])
  const [first] = shares
  return {
    points,
    rank: first?.rank ?? 0,
    number: first?.number ?? 0,
    finished: shares.length > 0 && shares.every(({ finished }) => finished),
    timestamp: times.length > 0 ? Math.max(...times) : null,
    user_id: completions.map(readUser).find((id) => id !== null) ?? null,
    shares: shares.length > 0 ? shares : null,
  }
}

/** All scores of the answers. Unreadable and repeated scores are in the report. */
export function readScores(raws: readonly Raw[], report: Report): readonly FinalScore[] {
  const scores = new Map<string, FinalScore>()
  for (const raw of raws) {
    // The live feed says that a score is gone; the final answer does not list it.
    if (raw['diff_type'] === 'Removed') continue
    const [objective_id, team_id] = [readId(raw['objective_id']), readId(raw['team_id'])]
    const path = `score of team ${quoted(raw['team_id'])} on objective ${quoted(raw['objective_id'])}`
    const read = isRaw(raw['score']) ? readScore(raw['score']) : null
    if (objective_id === null || team_id === null || read === null) {
      report.leaveOut(path, 'it cannot be read', 'Without it the total of the team is wrong: correct the answer.')
      continue
    }
    const key = `${objective_id} ${team_id}`
    if (scores.has(key))
      report.leaveOut(path, 'it appears twice; the first one is kept', 'Give one response of the call for scores.')
    else scores.set(key, { objective_id, team_id, ...read })
  }
  return [...scores.values()]
}
