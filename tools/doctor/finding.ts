import type { Problem } from '@muster/server/start-problems'

/** What the doctor says of one thing. */
export interface Finding {
  readonly about: string
  /** A problem keeps Muster from working as it should; a warning may be wanted so. */
  readonly state: 'ok' | 'warning' | 'problem'
  readonly text: string
  /** What to do about it. */
  readonly todo?: string
}

export const ok = (about: string, text: string): Finding => ({ about, state: 'ok', text })
export const warning = (about: string, text: string, todo: string): Finding => ({ about, state: 'warning', text, todo })
export const problem = (about: string, text: string, todo: string): Finding => ({ about, state: 'problem', text, todo })
/** A problem in the words of a start that fails of it. */
export const toFinding = (about: string, { text, todo }: Problem): Finding => problem(about, text, todo)

const count = (number: number, word: string) => `${number} ${word}${number === 1 ? '' : 's'}`

/** As lines for a terminal: what is asked of the reader stands below what is wrong. */
export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ about }) => about.length))
  const lines = findings.flatMap(({ about, state, text, todo }) => [
    `${state.padEnd(9)}${about.padEnd(width + 2)}${text}`,
    ...(todo === undefined ? [] : [`${' '.repeat(width + 11)}→ ${todo}`]),
  ])
  const has = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
  return [...lines, '', `${count(has('problem'), 'problem')}, ${count(has('warning'), 'warning')}.`].join('\n')
}
