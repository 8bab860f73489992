import { type DefinitionEditInput, maxEdits } from '@muster/contract/definition'
import type { DefinitionFile } from '@muster/contract/definition-file'
import { type DifferenceLine, describeDifference } from './describe.ts'
import { compareDefinitions, type Difference } from './difference.ts'
import { listEdits } from './edits.ts'
import type { DefinitionDocument } from './document.ts'
import { type ApplyMode, mergeDefinitions } from './merge.ts'
import { type ReadFile, readDefinition } from './read.ts'
import type { FileProblem } from './reader.ts'

/** The effect of applying a file to an event. */
export interface ImportPlan {
  readonly ok: true
  readonly difference: Difference
  /** The difference in words; empty if applying the file changes nothing. */
  readonly lines: readonly DifferenceLine[]
  /** For `editDefinition` and `previewDefinition`, with the version of the definition that they are based on. */
  readonly edits: readonly DefinitionEditInput[]
  /** Line of the file by position in `edits`, used for errors from the server; null if the edit has no line. */
  readonly edit_lines: readonly (number | null)[]
  /** The file itself. */
  readonly file: Pick<ReadFile, 'document' | 'lines'>
}

/** The parts of a file to apply; all others stay unchanged. */
export interface ImportParts {
  /** Name, dates and limits of the event. Without this part, windows count from the event's current start. */
  readonly event: boolean
  readonly rules: boolean
}

type PlanResult = ImportPlan | { readonly ok: false; readonly problems: readonly FileProblem[] }

const allParts: ImportParts = { event: true, rules: true }

/** The document of an event's own export. */
export function readCurrent(current: DefinitionFile): DefinitionDocument {
  const read = readDefinition(current.text, { is_own: true })
  if (!read.ok) throw new Error(`Muster's own export cannot be read: ${JSON.stringify(read.problems[0])}`)
  return read.document
}

/**
 * Compares a file with an event and lists the edits that apply the file to the event.
 * @param current the export of the current event
 */
export function planImport(current: DefinitionFile, text: string, parts = allParts, mode: ApplyMode = 'replace'): PlanResult {
  const file = readDefinition(text)
  return file.ok ? planDocument(current, readCurrent(current), file, parts, mode) : file
}

/** @param before the document of `current` */
export function planDocument(
  current: DefinitionFile,
  before: DefinitionDocument,
  file: Pick<ReadFile, 'document' | 'lines'>,
  parts = allParts,
  mode: ApplyMode = 'replace',
): PlanResult {
  const { event, rules, ...rest } = file.document
  const wanted = { ...rest, event: parts.event ? event : null, rules: parts.rules ? rules : null }
  const difference = compareDefinitions(before, mergeDefinitions(before, wanted, mode))
  const edits = listEdits(
    difference,
    {
      root_id: current.root_id,
      objectives: new Map(Object.entries(current.objective_ids)),
      presets: new Map(Object.entries(current.scoring_preset_ids)),
      conditions: new Map(Object.entries(current.condition_ids)),
    },
    current,
  )
  if (edits.length > maxEdits) {
    const problem = `makes ${edits.length} changes; at most ${maxEdits} are allowed at once, so apply it in parts`
    return { ok: false, problems: [{ line: 1, column: 1, path: '', problem }] }
  }
  const lineOf = (edit: DefinitionEditInput): number | null => {
    if (edit.kind === 'save_objective') return file.lines.objectives.get(edit.objective.file_key ?? '') ?? null
    return edit.kind === 'save_preset' ? (file.lines.presets.get(edit.preset.file_key ?? '') ?? null) : null
  }
  return { ok: true, difference, lines: describeDifference(difference), edits, edit_lines: edits.map(lineOf), file }
}
