/**
 * Texts that players paste: real ones read line by line, and 50 forged or doubled reports among the honest ones of a simulated
 * event. `ITEM_TEXTS` names a file of real texts, a JSON list of `{ game, text }`; none is kept here.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ItemField } from '@muster/contract/conditions'
import type { GameVersion } from '@muster/contract/events'
import { createClassifier } from '@muster/domain/items/classes'
import { readCopiedItem } from '@muster/domain/items/copied/read-copied-item'
import { readAllFields } from '@muster/domain/items/copied/testing/read-fields'
import { identifyItem, judgeDouble, readReportedText } from '@muster/domain/submissions/item-report'
import { suspectItem } from '@muster/domain/submissions/suspicion'
import { presets } from '@muster/simulator/options'
import { truthReaders } from '@muster/simulator/oracle/item-truth'
import { type PlannedItem, type ReportTruth, watchReporters } from '@muster/simulator/people/reporters'
import { createSimulator } from '@muster/simulator/simulator'
import { writeItemText } from '../tools/rehearsal/item-text.ts'
import { root } from '../tools/places.ts'
import { lookPlainly } from './plain-look.ts'
import type { BenchResult } from './result.ts'

const untrueCount = 50
const minute_ms = 60_000

interface RealText {
  readonly game: GameVersion
  readonly text: string
}
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'))

/** The real texts outside the repository; empty where there are none. */
function listRealTexts(): RealText[] {
  const { ITEM_TEXTS: file } = process.env
  const folder = join(root, '../shared/cases/real-data')
  const cases = existsSync(folder)
    ? readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .map((name) => readJson(join(folder, name)) as { kind: string; game_version: GameVersion; input: { text: string } })
        .filter(({ kind }) => kind === 'copied_text')
        .map(({ game_version, input }) => ({ game: game_version, text: input.text }))
    : []
  const all = [...(file === undefined ? [] : (readJson(file) as RealText[])), ...cases]
  return [...new Map(all.map((one) => [one.text, one])).values()]
}

/** In a plain copy, a modifier with several lines reads like several modifiers. */
const byLine = (value: unknown) =>
  JSON.stringify(Array.isArray(value) ? value.flatMap((text) => String(text).split('\n')) : value)

/** Compares fields one by one. @returns the names of the fields that differ */
const listDifferent = (wanted: Partial<Record<ItemField, unknown>>, seen: Readonly<Record<ItemField, unknown>>): string[] =>
  Object.entries(wanted).flatMap(([field, value]) => {
    const found = seen[field as ItemField]
    return byLine(found) === byLine(value) ? [] : [`${field}: ${JSON.stringify(value)}, read ${JSON.stringify(found)}`]
  })

/** Every field of a text, and the class stated in it; null: the text is refused. */
function readText({ game, text }: RealText) {
  const read = readCopiedItem(text)
  if (!read.ok) return null
  const table = read.class_id === null ? {} : { table: new Map([[String(read.item['baseType']), read.class_id]]) }
  const all = readAllFields(read.item, createClassifier({ game_version: game, ...table }))
  return { fields: all, unread: read.unread, suspicions: suspectItem(read.item, read.class_id) }
}

function measureRealTexts(): BenchResult[] {
  const texts = listRealTexts()
  if (texts.length === 0) {
    process.stderr.write('There are no real texts: ITEM_TEXTS is not set, and ../shared/cases is absent.\n')
    return []
  }
  let [refused, compared, unread, suspected] = [0, 0, 0, 0]
  const different: string[] = []
  for (const one of texts) {
    const read = readText(one)
    if (read === null) {
      refused++
      continue
    }
    unread += read.unread.length
    if (read.suspicions.length > 0) {
      suspected++
      process.stderr.write(`suspected: ${JSON.stringify(read.suspicions)} of ${one.text.split('\n')[2]}\n`)
    }
    const wanted = lookPlainly(one.text)
    compared += Object.keys(wanted).length
    different.push(...listDifferent(wanted, read.fields))
  }
  for (const difference of different) process.stderr.write(`${difference}\n`)
  return [
    { name: 'real texts that are refused', value: refused, unit: `of ${texts.length}`, at_most: 0 },
    { name: 'their fields that are wrong', value: different.length, unit: '', at_most: 0, note: `of ${compared} compared` },
    { name: 'their lines that the reader says it does not know', value: unread, unit: '' },
    { name: 'real texts that are suspected', value: suspected, unit: '' },
  ]
}

/** Finds of an evening with all kinds of reports, in the order of sending, until enough of them are untrue. */
async function listReports(): Promise<PlannedItem[]> {
  const simulator = await createSimulator({ mode: 'stepped', seed: 2, preset: { ...presets.evening, league_hours: undefined } })
  const reporters = watchReporters(
    simulator.world,
    2,
    ({ stack, frame }) => stack !== undefined || frame === 'Rare' || frame === 'Unique',
  )
  const reports: PlannedItem[] = []
  const countUntrue = () => reports.filter(({ truth }) => truth !== 'true').length
  while (countUntrue() < untrueCount) {
    simulator.step(minute_ms)
    for (const report of reporters.takeItems(simulator.world.now())) if (countUntrue() < untrueCount) reports.push(report)
  }
  await simulator.close()
  return reports
}

/** @returns a function that checks whether the server would suspect a report, or has seen its item before */
function createSuspicionCheck(): (report: PlannedItem, text: string) => boolean {
  const seen = new Map<string, { user_id: number; approval_status: 'PENDING' }[]>()
  return ({ account }, text) => {
    const read = readReportedText(text)
    if (!read.ok) return true
    const identity = identifyItem(read.item)
    const earlier = seen.get(identity) ?? []
    seen.set(identity, [...earlier, { user_id: account, approval_status: 'PENDING' }])
    const isSuspected = suspectItem(read.item, read.read.class_id).length > 0
    return isSuspected || judgeDouble(read.item, account, earlier) !== 'new'
  }
}

async function measureReports(): Promise<BenchResult[]> {
  const reports = await listReports()
  const suspects = createSuspicionCheck()
  const all: Record<ReportTruth, number> = { true: 0, again: 0, edited: 0 }
  const suspected: Record<ReportTruth, number> = { true: 0, again: 0, edited: 0 }
  let compared = 0
  const different: string[] = []
  for (const report of reports) {
    const text = writeItemText(report.item)
    all[report.truth]++
    if (suspects(report, text)) suspected[report.truth]++
    const read = readText({ game: 'poe1', text })
    if (read === null) {
      different.push(`refused: ${text.split('\n', 3).join(', ')}`)
      continue
    }
    const { ICON_NAME: _, INCUBATOR_KILLS: __, ...shown } = truthReaders
    const wanted = Object.fromEntries(Object.entries(shown).map(([field, look]) => [field, look(report.item, '')]))
    compared += Object.keys(wanted).length
    different.push(...listDifferent(wanted, read.fields))
  }
  for (const difference of different) process.stderr.write(`${difference}\n`)
  return [
    {
      name: 'fields of simulated items that are wrong',
      value: different.length,
      unit: '',
      at_most: 0,
      note: `of ${compared} compared`,
    },
    {
      name: 'forged or doubled reports that are suspected',
      value: suspected.again + suspected.edited,
      unit: `of ${untrueCount}`,
      note: `${suspected.again} of ${all.again} doubled, ${suspected.edited} of ${all.edited} edited`,
    },
    { name: 'honest reports that are suspected', value: suspected.true, unit: `of ${all.true}` },
  ]
}

export async function run(): Promise<BenchResult[]> {
  return [...measureRealTexts(), ...(await measureReports())]
}
