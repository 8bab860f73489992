import { type DefinitionEditInput, mostEdits } from '@muster/contract/definition'
import type { DefinitionFile } from '@muster/contract/definition-file'
import { type DifferenceLine, describeDifference } from './describe.ts'
import { compareDefinitions, type Difference } from './difference.ts'
import { listEdits } from './edits.ts'
import { readDefinition } from './read.ts'
import type { FileProblem } from './reader.ts'

/** What applying a file to an event comes to. */
export interface ImportPlan {
  readonly ok: true
  readonly difference: Difference
  /** The difference in words; none when the file says what the event is. */
  readonly lines: readonly DifferenceLine[]
  /** For `editDefinition` and `previewDefinition`, with the version of the definition that they were made for. */
  readonly edits: readonly DefinitionEditInput[]
  /** Line of the file by position in `edits`, for what the server refuses; null for what no line says. */
  readonly edit_lines: readonly (number | null)[]
}

/** Parts of a file that are taken; what is left out stays as it is. */
export interface ImportParts {
  /** Name, dates and sizes of the event. Without them windows count from the start that the event has. */
  readonly event: boolean
  readonly rules: boolean
}

/**
 * Compares a file with an event and lists the edits that make the event what the file says.
 * @param current the event as it was exported.
 */
export function planImport(
  current: DefinitionFile,
  text: string,
  parts: ImportParts = { event: true, rules: true },
): ImportPlan | { readonly ok: false; readonly problems: readonly FileProblem[] } {
  const file = readDefinition(text)
  if (!file.ok) return file
  const before = readDefinition(current.text, { is_own: true })
  if (!before.ok) throw new Error(`our own export cannot be read: ${JSON.stringify(before.problems[0])}`)
  const { event, rules, ...rest } = file.document
  const wanted = { ...rest, event: parts.event ? event : null, rules: parts.rules ? rules : null }
  const difference = compareDefinitions(before.document, wanted)
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
  if (edits.length > mostEdits) {
    const problem = `changes ${edits.length} things; ${mostEdits} can be changed at once, so apply it in parts`
    return { ok: false, problems: [{ line: 1, column: 1, path: '', problem }] }
  }
  const lineOf = (edit: DefinitionEditInput): number | null => {
    if (edit.kind === 'save_objective') return file.lines.objectives.get(edit.objective.file_key ?? '') ?? null
    return edit.kind === 'save_preset' ? (file.lines.presets.get(edit.preset.file_key ?? '') ?? null) : null
  }
  return { ok: true, difference, lines: describeDifference(difference), edits, edit_lines: edits.map(lineOf) }
}
