/**
 * A second scorer for tests, written from the rule book alone and sharing no rule with the engine: no state, no increments, only
 * sorting and filtering of whole lists. Points lists have at most two decimals here.
 */
import type { PresetParameters } from '@muster/contract/preset-parameters'
import type { EventDefinition, ObjectiveDefinition, PresetDefinition } from '../../objectives/definition.ts'
import type { Result } from '../aggregations/tally.ts'
import type { Fact, LedgerEntry } from '../ledger.ts'
import type { TeamScore } from '../score.ts'

type Keys = (number | null)[]
/** Unknown values come last. */
const sortBy = <T>(list: readonly T[], keys: (one: T) => Keys): T[] => list.toSorted((a, b) => order(keys(a), keys(b)))
const order = (a: Keys, b: Keys): number => {
  const at = a.findIndex((key, index) => key !== b[index])
  return at < 0 ? 0 : (a[at] ?? Infinity) < (b[at] ?? Infinity) ? -1 : 1
}
const lastOfEach = (facts: readonly Fact[], source: (fact: Fact) => string) => new Map(facts.map((fact) => [source(fact), fact]))
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
/**
 * "Facts that a judge excluded do not count": all named properties match the fact, and its time is within the named times. Points
 * given by hand are facts of a root that counts nothing itself, and are not excluded.
 */
const isExcluded = (event: EventDefinition, fact: Fact) =>
  !event.objectives.some(({ id, parent_id, aggregation }) => id === fact.objective_id && !parent_id && aggregation === 'NONE') &&
  (event.exclusions ?? []).some(({ id: _, from, to, ...named }) => {
    const differs = Object.entries(named).some(([name, value]) => value !== null && value !== fact[name as keyof typeof named])
    return !differs && fact.timestamp >= (from ?? -Infinity) && fact.timestamp <= (to ?? Infinity)
  })
const isDeposit = (fact: Fact) => fact.source.startsWith('deposit:')

function selectFacts(event: EventDefinition, o: ObjectiveDefinition, facts: readonly Fact[]): Fact[] {
  const from = Math.max(event.start_at ?? -Infinity, o.valid_from ?? -Infinity)
  const until = Math.min(event.end_at ?? Infinity, o.valid_to ?? Infinity)
  const hasNoStart = o.aggregation === 'DIFFERENCE_BETWEEN'
  const inTime = facts.filter((fact) => fact.timestamp <= until && (hasNoStart || fact.timestamp >= from))
  return sortBy(inTime, (fact) => [fact.timestamp, fact.sequence])
}

function aggregate(o: ObjectiveDefinition, facts: readonly Fact[], now: number): Result | null {
  const need = o.required_number
  const matches = facts.filter((fact) => o.objective_type !== 'ITEM' || fact.number !== 0)
  const best = (list: readonly Fact[], keys: (fact: Fact) => Keys): Result | null => {
    const fact = sortBy(list, (one) => [...keys(one), one.user_id])[0]
    return fact ? { number: fact.number, timestamp: fact.timestamp, user_id: fact.user_id, finished: fact.number >= need } : null
  }
  const reached = matches.filter((fact) => fact.number >= need)
  const first = () =>
    best(reached, (fact) => [fact.timestamp, -fact.number]) ?? best(matches, (fact) => [-fact.number, fact.timestamp])
  const isPlace = (source: string) => /^(stash|worn|carried):/.test(source)
  const isSeen = (source: string) => isPlace(source) && o.objective_type === 'ITEM'
  const isReport = ({ source, user_id }: Pick<Fact, 'source' | 'user_id'>) =>
    source.startsWith('submission:') && o.objective_type === 'ITEM' && user_id !== null
  /** "No item counts twice that the game shows and a player has reported." */
  const addUp = (parts: readonly { readonly fact: Fact; readonly number: number }[]) => {
    const total = (filter: (fact: Fact) => boolean) => sum(parts.filter(({ fact }) => filter(fact)).map(({ number }) => number))
    const has = (filter: (fact: Fact) => boolean) => parts.some(({ fact }) => filter(fact))
    const most = (...ways: ((fact: Fact) => boolean)[]) => Math.max(...ways.filter(has).map(total))
    const sighted = parts.filter(({ fact }) => isSeen(fact.source) || isReport(fact)).map(({ fact }) => fact)
    const players = [...new Set(sighted.map(({ user_id }) => user_id))].filter((id) => id !== null)
    const best = players.map((id) =>
      most(
        (fact) => fact.user_id === id && isSeen(fact.source),
        (fact) => fact.user_id === id && isReport(fact),
      ),
    )
    const others = total((fact) => !isSeen(fact.source) && !isReport(fact))
    if (!has(isReport)) return others + total((fact) => isSeen(fact.source))
    return (
      others +
      (has((fact) => isSeen(fact.source))
        ? Math.max(
            total((fact) => isSeen(fact.source)),
            sum(best),
          )
        : sum(best))
    )
  }
  const speaker = ({ source, user_id }: Fact) => {
    if (o.objective_type === 'TEAM') return 'team'
    if (isPlace(source) || user_id === null) return source
    return isReport({ source, user_id }) ? `report:${user_id}` : `user:${user_id}`
  }
  const latest = [...lastOfEach(facts, speaker).values()]
  switch (o.aggregation) {
    case 'EARLIEST':
      return first()
    case 'EARLIEST_FRESH_ITEM':
      return [...lastOfEach(facts, (fact) => fact.source).values()].some((fact) => matches.includes(fact)) ? first() : null
    case 'MAXIMUM':
    case 'MINIMUM':
      return best(matches, (fact) => [o.aggregation === 'MAXIMUM' ? -fact.number : fact.number, fact.timestamp])
    case 'SUM_LATEST': {
      const number = addUp(latest.map((fact) => ({ fact, number: fact.number })))
      const times = latest.filter((fact) => matches.includes(fact)).map((fact) => fact.timestamp)
      const timestamp = times.length > 0 ? Math.max(...times) : null
      return facts.length === 0 ? null : { number, timestamp, user_id: null, finished: number >= need }
    }
    case 'DIFFERENCE_BETWEEN': {
      const [opens, closes] = [o.valid_from, o.valid_to]
      if (opens === null || closes === null || opens > closes) return null
      const before = facts.filter((fact) => fact.timestamp < closes)
      const starts = new Map(before.filter((fact) => fact.timestamp < opens).map((fact) => [speaker(fact), fact]))
      const gains = [...lastOfEach(before, speaker)].map(([source, fact]) => ({
        fact,
        number: fact.number - (starts.get(source)?.number ?? 0),
      }))
      const last = before.at(-1)
      return last ? { number: addUp(gains), timestamp: last.timestamp, user_id: null, finished: now > closes } : null
    }
    case 'NONE':
      return null
  }
}

const payPlace = ({ points }: PresetDefinition, place: number) => Math.trunc(points[Math.min(place, points.length - 1)] ?? 0) + 0

type Results = ReadonlyMap<number, Result>
/** The children of a category: how many there are, each team's progress towards a number of them, and its sum of their numbers. */
interface Parts {
  readonly count: number
  readonly progress: (needed: number) => Results
  readonly sums: Results
  /** The lines on a board. */
  readonly lined: (parameters: PresetParameters) => Results
}

/** "Required percent: a share of all children, rounded down, but at least one. If both are given, the percentage counts." */
function countNeeded({ required_children, required_percent }: PresetParameters, children: number): number {
  const share = required_percent && Math.max(1, Math.trunc((required_percent * children) / 100))
  return share ?? required_children ?? children
}

/** The scores by one preset: of an objective's results, or of the progress on a category's children. */
function payBy(preset: PresetDefinition, results: Results, parts: Parts): Map<number, TeamScore> {
  const paid = new Map<number, TeamScore>()
  const write = (team: number, { number, timestamp, user_id, finished }: Result, points: number, rank: number) =>
    paid.set(team, { points, rank, number, finished, timestamp, user_id })
  const rank = (shown: Results, keys: (result: Result) => Keys) => {
    for (const [team, result] of shown) write(team, result, 0, 0)
    const finished = [...shown].filter(([, result]) => result.finished)
    for (const [team, result] of finished) {
      const ahead = finished.map(([, other]) => keys(other)).filter((other) => order(other, keys(result)) < 0)
      const place = new Set(ahead.map(String)).size
      write(team, result, payPlace(preset, place), place + 1)
    }
  }
  const payAll = (shown: Results, points: (result: Result) => number) => {
    for (const [team, result] of shown) write(team, result, points(result), 0)
  }
  const cap = (points: number) => Math.max(0, Math.min(points, preset.point_cap || Infinity))
  const payUnit = (at: number) => Math.round((preset.points[Math.min(at, preset.points.length - 1)] ?? 0) * 100)
  const { thresholds = [] } = preset.parameters ?? {}
  const progress = parts.progress(countNeeded(preset.parameters ?? {}, parts.count))
  const finishers = [...results.values()].filter(({ finished }) => finished).length
  switch (preset.scoring_method) {
    case 'PRESENCE':
      payAll(results, ({ finished }) => (finished ? payPlace(preset, 0) : 0))
      break
    case 'POINTS_FROM_VALUE':
      payAll(results, ({ number }) => cap(Math.trunc((Math.round((preset.points[0] ?? 0) * 100) * number) / 100)))
      break
    case 'POINTS_PER_UNIT':
      payAll(results, ({ number }) => {
        const units = Array.from({ length: Math.max(0, number) }, (_, at) => payUnit(at))
        return cap(Math.trunc(sum(units) / 100))
      })
      break
    case 'POINTS_BY_THRESHOLD':
      for (const [team, result] of results) {
        const reached = thresholds.filter((least) => least <= result.number).length
        const finished = thresholds.length > 0 && reached === thresholds.length
        write(team, { ...result, finished }, reached > 0 ? payPlace(preset, reached - 1) : 0, 0)
      }
      break
    case 'RANKED_TIME':
      rank(results, ({ timestamp }) => [timestamp])
      break
    case 'RANKED_VALUE':
      rank(results, ({ number, timestamp }) => [-number, timestamp])
      break
    case 'RANKED_REVERSE':
      rank(results, ({ number, timestamp }) => [number, timestamp])
      break
    case 'SHARED_BY_FINISHERS':
      payAll(results, ({ finished }) => (finished ? payPlace(preset, finishers - 1) : 0))
      break
    case 'RANKED_COMPLETION_TIME':
      rank(new Map([...progress].filter(([, one]) => one.number > 0)), ({ timestamp }) => [timestamp])
      break
    case 'BONUS_PER_COMPLETION':
      payAll(progress, () => 0)
      break
    case 'RANKED_CHILD_SUM':
      rank(parts.sums, ({ number, timestamp }) => [-number, timestamp])
      // Sums above 0 are ranked, but nothing is finished.
      for (const [team, score] of paid) paid.set(team, { ...score, finished: false })
      break
    case 'BINGO_3':
      rank(
        new Map([...parts.progress(3)].flatMap(([team, one]) => (one.finished ? [[team, { ...one, number: 3 }]] : []))),
        ({ timestamp }) => [timestamp],
      )
      break
    case 'BINGO_BOARD':
      rank(parts.lined(preset.parameters ?? {}), ({ timestamp }) => [timestamp])
      break
  }
  return paid
}

type Share = { readonly preset: PresetDefinition; readonly scores: ReadonlyMap<number, TeamScore> }

/**
 * "The score is the sum of what each rule gives. Rank is that of the first rule; number and player those of the first rule that
 * gives a score. Finished when all rules are, at the latest time; or when the first rule is."
 */
function addShares(shares: readonly Share[], team: number, finished_by: ObjectiveDefinition['finished_by']): TeamScore | null {
  const given = shares.flatMap(({ scores }) => scores.get(team) ?? [])
  const [lead] = given
  const first = shares[0]?.scores.get(team)
  if (!lead || shares.length === 1) return lead ?? null
  const finished = given.filter((score) => score.finished)
  const byAll = {
    finished: finished.length === shares.length,
    timestamp: sortBy(finished, (one) => [one.timestamp]).at(-1)?.timestamp,
  }
  const byFirst = { finished: first?.finished ?? false, timestamp: undefined }
  const done = finished_by === 'first' ? byFirst : byAll
  return {
    points: sum(given.map(({ points }) => points)),
    rank: first?.rank ?? 0,
    number: lead.number,
    user_id: lead.user_id,
    finished: done.finished,
    timestamp: done.timestamp === undefined ? lead.timestamp : done.timestamp,
    by_rule: shares.map(({ preset, scores }) => {
      const { points, rank, number, finished, timestamp } = scores.get(team) ?? { ...lead, ...nothing }
      return { scoring_preset_id: preset.id, points, rank, number, finished, timestamp }
    }),
  }
}

const nothing = { points: 0, rank: 0, number: 0, finished: false, timestamp: null }

type Fields = readonly { readonly child: ObjectiveDefinition; readonly done: ReadonlyMap<number, Result> }[]

/** "A line is complete when all its cells are finished": a team's lines up to the required one; null without a finished cell. */
function readBoard(parts: Fields, { lines: need = 1, drawn_lines }: PresetParameters, team: number): Result | null {
  const width = Math.ceil(Math.sqrt(parts.length))
  const isPlaced = parts.some(({ child }) => child.cell)
  const spots = parts.flatMap(({ child, done }, at) => {
    const spot = isPlaced ? child.cell : { row: Math.floor(at / width), column: at % width }
    return spot ? [{ x: spot.column, y: spot.row, result: done.get(team) }] : []
  })
  const [columns, rows] = isPlaced
    ? [Math.max(...spots.map(({ x }) => x)) + 1, Math.max(...spots.map(({ y }) => y)) + 1]
    : [width, width]
  const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)
  const lines: (readonly (readonly [number, number])[])[] = drawn_lines
    ? [...drawn_lines]
    : [
        ...upTo(rows).map((y) => upTo(columns).map((x) => [x, y] as const)),
        ...upTo(columns).map((x) => upTo(rows).map((y) => [x, y] as const)),
      ]
  if (!drawn_lines && rows === columns)
    lines.push(
      upTo(rows).map((at) => [at, at]),
      upTo(rows).map((at) => [at, rows - 1 - at]),
    )
  const read = ([x, y]: readonly [number, number]) => spots.find((spot) => spot.x === x && spot.y === y)?.result
  if (!upTo(rows).some((y) => upTo(columns).some((x) => read([x, y])?.finished))) return null
  const full = lines.map((line) => line.map(read)).filter((line) => line.every((result) => result?.finished))
  const ends = full.map((line) => Math.max(...line.map((result) => result?.timestamp ?? Infinity)))
  const counted = ends.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0)).slice(0, need)
  const last = counted.at(-1) ?? Infinity
  return { number: counted.length, timestamp: last < Infinity ? last : null, user_id: null, finished: counted.length >= need }
}

/** The board as `objective/team` -> score. */
export function scoreByTheBook(first: EventDefinition, entries: readonly LedgerEntry[], now: number): Map<string, TeamScore> {
  const event = entries.findLast((entry) => entry.kind === 'definition')?.definition ?? first
  const gone = entries.filter((entry) => entry.kind === 'retraction').map((entry) => `${entry.objective_id}/${entry.retracts}`)
  const all = entries.filter((entry) => entry.kind === 'fact')
  const facts = all.filter((fact) => !gone.includes(`${fact.objective_id}/${fact.sequence}`) && !isExcluded(event, fact))
  const scores = new Map<string, TeamScore>()
  const read = (o: ObjectiveDefinition, team: number) => scores.get(`${o.id}/${team}`) ?? null
  const write = (
    o: ObjectiveDefinition,
    team: number,
    { number, timestamp, user_id, finished }: Result,
    points: number,
    rank: number,
    by_rule?: TeamScore['by_rule'],
  ) => scores.set(`${o.id}/${team}`, { points, rank, number, finished, timestamp, user_id, ...(by_rule && { by_rule }) })

  /** Scores a branch and returns the completion by team, which is all that its parent may use. */
  function visit(o: ObjectiveDefinition): Map<number, Result> {
    const children = event.objectives.filter((one) => one.parent_id === o.id).map((child) => ({ child, done: visit(child) }))
    const presets = [o.scoring_preset_id, ...(o.further_preset_ids ?? [])].flatMap(
      (id) => event.presets.find((one) => one.id === id) ?? [],
    )
    const named = presets.map(({ scoring_method }) => scoring_method)
    const results = new Map<number, Result>()
    for (const team of event.team_ids) {
      const mine = facts.filter((fact) => fact.objective_id === o.id && fact.team_id === team)
      const [seen, logged] = [mine.filter((fact) => !isDeposit(fact)), mine.filter(isDeposit)]
      const result = aggregate(o, selectFacts(event, o, seen), now)
      const deposit = sortBy(selectFacts(event, o, logged), (fact) => [fact.timestamp, fact.user_id])[0]
      const byValue = [
        'POINTS_FROM_VALUE',
        'POINTS_PER_UNIT',
        'POINTS_BY_THRESHOLD',
        'RANKED_VALUE',
        'RANKED_REVERSE',
        'RANKED_CHILD_SUM',
      ]
      const isPaidByValue = named.some((method) => byValue.includes(method))
      const isForOne = o.objective_type === 'ITEM' && o.conditions.length === 1 && o.required_number <= 1
      const isFirst = o.aggregation.startsWith('EARLIEST') && deposit && deposit.timestamp <= (result?.timestamp ?? -Infinity)
      const isNamed = isForOne && isFirst && !isPaidByValue
      // "If the event says that guild logs count, a deposit completes the objective of a team without another result."
      const isOnlyLogged = isForOne && o.aggregation === 'EARLIEST' && !isPaidByValue && event.guild_log === 'counts' && !result
      if (result) results.set(team, isNamed ? { ...result, timestamp: deposit.timestamp, user_id: deposit.user_id } : result)
      else if (deposit && isOnlyLogged)
        results.set(team, { number: 1, finished: true, timestamp: deposit.timestamp, user_id: deposit.user_id })
    }
    const listDone = (team: number) => {
      const shown = children.map(({ child, done }) => ({ child, result: done.get(team) }))
      const done = shown.filter(({ result }) => result?.finished)
      return sortBy(done, ({ child, result }) => [result?.timestamp ?? null, child.id])
    }
    const readDone = (team: number, needed = children.length): Result => {
      const done = listDone(team)
      const timestamp = done.at(Math.min(needed, done.length) - 1)?.result?.timestamp ?? null
      return { number: done.length, timestamp, user_id: null, finished: needed > 0 && done.length >= needed }
    }
    const addUp = (team: number) => {
      const counting = children.flatMap(({ done }) => done.get(team) ?? []).filter(({ number }) => number !== 0)
      const number = sum(counting.map((one) => one.number))
      const { timestamp = null } = sortBy(counting, (one) => [one.timestamp]).at(-1) ?? {}
      return counting.length === 0 ? [] : [[team, { number, timestamp, user_id: null, finished: number > 0 }] as const]
    }
    const parts: Parts = {
      count: children.length,
      progress: (needed) => new Map(event.team_ids.map((team) => [team, readDone(team, needed)])),
      sums: new Map(event.team_ids.flatMap(addUp)),
      lined: (parameters) =>
        new Map(
          event.team_ids.flatMap((team) => {
            const result = readBoard(children, parameters, team)
            return result ? [[team, result]] : []
          }),
        ),
    }
    const shares = presets.map((preset) => ({ preset, scores: payBy(preset, results, parts) }))
    for (const team of event.team_ids) {
      const score = addShares(shares, team, o.finished_by)
      if (score) write(o, team, score, score.points, score.rank, score.by_rule)
    }
    for (const team of event.team_ids) {
      for (const [place, { child, result }] of listDone(team).entries()) {
        // "A child's points are lost once; bonuses add up."
        const score = read(child, team)
        const isLost = named.includes('BINGO_3') && place >= 3 && score
        const bonuses = presets.filter((preset) => preset.scoring_method === 'BONUS_PER_COMPLETION')
        const bonus = sum(bonuses.map((preset) => payPlace(preset, place)))
        const [shown, lost] = [score ?? result, isLost ? score.points : 0]
        if (!shown || (!isLost && bonus === 0)) continue
        write(child, team, shown, (score?.points ?? 0) - lost + bonus, score?.rank ?? 0, score?.by_rule)
      }
    }
    // "A child without a scoring rule shows its result on a board."
    for (const { child, done } of named.includes('BINGO_BOARD') ? children : [])
      for (const [team, one] of done) if (!read(child, team) && (one.finished || one.number)) write(child, team, one, 0, 0)
    const ofChildren = ['RANKED_COMPLETION_TIME', 'BONUS_PER_COMPLETION', 'RANKED_CHILD_SUM', 'BINGO_3', 'BINGO_BOARD']
    const isLeaf =
      o.objective_type !== 'CATEGORY' && o.aggregation !== 'NONE' && !named.some((method) => ofChildren.includes(method))
    return new Map(
      event.team_ids.flatMap((team) => {
        const done = read(o, team) ?? results.get(team) ?? (isLeaf ? null : readDone(team))
        return done ? [[team, done]] : []
      }),
    )
  }
  const root = event.objectives.find((one) => one.parent_id === null)
  if (!root) return scores
  visit(root)
  // "Points given or taken by hand are facts of the root, and count at any time."
  for (const team of root.aggregation === 'NONE' ? event.team_ids : []) {
    const given = facts.filter((fact) => fact.objective_id === root.id && fact.team_id === team && !isDeposit(fact))
    if (given.length === 0) continue
    const points = sum(given.map(({ number }) => number))
    const own = read(root, team)
    const timestamp = Math.max(...given.map((fact) => fact.timestamp))
    if (own) write(root, team, own, own.points + points, own.rank, own.by_rule)
    else write(root, team, { number: points, timestamp, user_id: null, finished: false }, points, 0)
  }
  return scores
}
