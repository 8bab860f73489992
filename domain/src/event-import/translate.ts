/**
 * Translates the definition of an event from the answers of the existing system's public calls (features.md 2.2), in both of its
 * vocabularies. Everything that a definition file does not hold, or that may mean something else, is in the report.
 */
import type { DefinitionDocument } from '../definition-file/document.ts'
import { sortAnswers } from './answers.ts'
import { chooseEvent, reportTeams, translateEvent } from './event.ts'
import { isRaw, listObjects, type Raw, readId, UnknownFields } from './json.ts'
import { listEmbeddedRules, ObjectiveTranslator, readRuleIds } from './objectives.ts'
import { translatePresets } from './presets.ts'
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

/** @param values parsed JSON, each with the name of its file */
export function translateSeason(values: readonly { readonly source: string; readonly value: unknown }[]): TranslatedSeason {
  const report = new Report()
  const unknown = new UnknownFields()
  const answers = sortAnswers(values, report)
  const refuse = (problem: string): TranslatedSeason => ({ ok: false, problem, report: report.finish() })
  const chosen = chooseEvent(answers.events, report)
  if ('problem' in chosen) return refuse(chosen.problem)
  const translated = translateEvent(chosen.event, report, unknown)
  if (translated === null) return refuse('The event has no start that can be read, and all times of a file count from it.')
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
  const teams = listObjects(chosen.event['teams'])
  reportTeams([...teams, ...answers.teams].filter(isRaw), report)
  unknown.report(report)
  const scoring_presets = [...presets.values()].filter((preset) => preset !== null)
  return { ok: true, document: { event: translated.event, scoring_presets, objectives, rules: null }, report: report.finish() }
}
