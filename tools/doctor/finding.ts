import type { Problem } from '@muster/server/start-problems'

/** One line of the doctor's report. */
export interface Finding {
  readonly about: string
  /** A problem keeps Muster from working; a warning may be intended. */
  readonly state: 'ok' | 'warning' | 'problem'
  readonly text: string
  /** The remedy. */
  readonly todo?: string
}

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text })
export const warning = (about: string, text: string, todo: string): Finding => ({ about, state: 'warning', text, todo })
export const problem = (about: string, text: string, todo: string): Finding => ({ about, state: 'problem', text, todo })
/** A problem in the words of a failed start. */
export const toFinding = (about: string, { text, todo }: Problem): Finding => problem(about, text, todo)

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

/** Lines for a terminal: the remedy is below its problem. */
export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ about, state, text, todo }) => [
    `${state.padEnd(9)}${about.padEnd(width + 2)}${text}`,
    ...(todo === undefined ? [] : [`${' '.repeat(width + 11)}→ ${todo}`]),
  ])
  const has = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return [...lines, '', `${count(has('problem'), 'problem')}, ${count(has('warning'), 'warning')}.`].join('\n')
}
