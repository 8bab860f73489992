/** One line of the report: something that was not translated, or that an organiser has to check. */
export interface ReportLine {
  /** `left_out`: it is not in the file, or not as it was. `check`: it is, but may mean something else. */
  readonly kind: 'left_out' | 'check'
  /** Names from the outside: `Collections > Set 1 > Goldrim`. */
  readonly path: string
  readonly problem: string
  /** A sentence. */
  readonly todo: string
}

/** Longest report. One mistake may be repeated in each of thousands of objectives. */
const maxLines = 1000

export class Report {
  /** The output: a definition file, to be applied to an event, or an archive, which cannot be edited. */
  readonly result: 'file' | 'archive'
  readonly lines: ReportLine[] = []
  private more = 0

  constructor(result: 'file' | 'archive' = 'file') {
    this.result = result
  }

  leaveOut(path: string, problem: string, todo: string): void {
    this.add({ kind: 'left_out', path, problem, todo })
  }

  check(path: string, problem: string, todo: string): void {
    this.add({ kind: 'check', path, problem, todo })
  }

  private add(line: ReportLine): void {
    if (this.lines.length < maxLines) this.lines.push(line)
    else this.more += 1
  }

  /** All lines; the last one counts those beyond the bound. */
  finish(): readonly ReportLine[] {
    if (this.more === 0) return this.lines
    const [problem, todo] = [`${this.more} more lines are not listed`, 'Correct the first ones and translate again.']
    return [...this.lines, { kind: 'left_out', path: 'report', problem, todo }]
  }
}

/** A value in a sentence. */
export const quoted = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')
  return `"${text.length > 80 ? `${text.slice(0, 80)}…` : text}"`
}
