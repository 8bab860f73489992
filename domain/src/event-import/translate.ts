/**
 * Translates the definition of an event from the answers of the existing system's public calls (features.md 2.2), in both of its
 * vocabularies. Everything that a definition file does not contain, or that may mean something else, is in the report.
 */
import type { DefinitionDocument } from '../definition-file/document.ts'
import { type Answers, sortAnswers } from './answers.ts'
import { chooseEvent, reportTeams, type TranslatedEvent, translateEvent } from './event.ts'
import { listObjects, type Raw, readId, UnknownFields } from './json.ts'
import { listEmbeddedRules, ObjectiveTranslator, readRuleIds } from './objectives.ts'
import { type PresetsById, translatePresets } from './presets.ts'
import { quoted, Report, type ReportLine } from './report.ts'

export type TranslatedSeason =
  | { readonly ok: true; readonly document: DefinitionDocument; readonly report: readonly ReportLine[] }
  | { readonly ok: false; readonly problem: string; readonly report: readonly ReportLine[] }

/** All objectives of the input, without recursion: its depth is unbounded. */
function listAll(roots: readonly Raw[]): Raw[] {
  const all: Raw[] = []
  const open = [...roots]
  for (let raw = open.pop(); raw !== undefined; raw = open.pop()) {
    all.push(raw)
    open.push(...listObjects(raw['children']))
  }
  return all
}

/** A root has no parent: only its children are objectives of the event. */
const isRoot = (raw: Raw) => (raw['parent_id'] ?? null) === null && Array.isArray(raw['children'])

/** The parts of an event that its answers define. */
export interface TranslatedDefinition extends TranslatedEvent {
  readonly document: DefinitionDocument
  readonly presets: PresetsById
  /** Keys of the document's objectives, by the ids of the existing system. */
  readonly keyOf: ReadonlyMap<number, string>
  /** The ids of roots, which a document does not name. */
  readonly roots: ReadonlySet<number>
  /** Each once, from all answers. */
  readonly teams: readonly Raw[]
}

/** Translates the definition among the answers. @returns a text if it cannot be translated at all */
export function translateDefinition(answers: Answers, report: Report): TranslatedDefinition | string {
  const unknown = new UnknownFields()
  const chosen = chooseEvent(answers.events, report)
  if ('problem' in chosen) return chosen.problem
  const translated = translateEvent(chosen.event, report, unknown)
  if (translated === null) return 'The event has no start that can be read, and all times of a file count from it.'
  const all = listAll(answers.objectives)
  const presets = translatePresets([...answers.presets, ...all.flatMap(listEmbeddedRules)], report, unknown)

  const byObjective = new Map<number, Raw[]>()
  const ids = new Set(all.map(({ id }) => readId(id)))
  for (const condition of answers.conditions) {
    const id = readId(condition['objective_id'])
    if (id !== null && ids.has(id)) byObjective.set(id, [...(byObjective.get(id) ?? []), condition])
    else {
      const path = `condition ${quoted(condition['id'])}`
      report.leaveOut(path, `there is no objective ${quoted(condition['objective_id'])}`, 'Add it by hand to its objective.')
    }
  }

  const translator = new ObjectiveTranslator({ ...translated, presets, conditions: byObjective, report, unknown })
  const tops = answers.objectives.flatMap((raw) => {
    if (!isRoot(raw)) return [raw]
    const hasRules = listEmbeddedRules(raw).length > 0 || readRuleIds(raw).size > 0
    if (hasRules)
      report.leaveOut('root', 'it has scoring rules', 'The root pays nothing. Put a category below it, with these rules.')
    return listObjects(raw['children'])
  })
  const objectives = translator.translateAll(tops, null, '', 1)
  if (translator.stacks > 0) {
    const problem = `split items do not count there for ${translator.stacks} objectives that need more than one`
    report.check('objectives', problem, 'Add the condition "IS_SPLIT EQ: false" where that matters.')
  }
  const teams = [...listObjects(chosen.event['teams']), ...answers.teams]
  unknown.report(report)
  const scoring_presets = [...presets.values()].filter((preset) => preset !== null)
  return {
    ...translated,
    document: { event: translated.event, scoring_presets, objectives, rules: null },
    presets,
    keyOf: translator.keyOf,
    roots: new Set(answers.objectives.filter(isRoot).flatMap(({ id }) => readId(id) ?? [])),
    teams: [...new Map(teams.map((team) => [readId(team['id']) ?? team, team])).values()],
  }
}

/** @param values parsed JSON, each with the name of its file */
export function translateSeason(values: readonly { readonly source: string; readonly value: unknown }[]): TranslatedSeason {
  const report = new Report()
  const answers = sortAnswers(values, report)
  const translated = translateDefinition(answers, report)
  if (typeof translated === 'string') return { ok: false, problem: translated, report: report.finish() }
  if (answers.scores.length > 0 || answers.users.length > 0)
    report.leaveOut(
      'scores and users',
      'a file has neither',
      'For an event that is over, npm run -s archive -- translate makes an archive of them.',
    )
  reportTeams(translated.teams, report)
  return { ok: true, document: translated.document, report: report.finish() }
}
