import { type NameKind, nameKinds, type NameSection } from '@muster/contract/item-names'

const isKind = (text: string): text is NameKind => nameKinds.some((kind) => kind === text)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const rank = ({ kind }: NameSection) => nameKinds.indexOf(kind)

/**
 * The text of a file of names: a head of comments, then sections with one name per line, all sorted, so that a change of one name
 * is a change of one line.
 */
export function writeNameFile(head: readonly string[], sections: readonly NameSection[]): string {
  const lines = head.map((line) => `# ${line}`.trimEnd())
  for (const { kind, group, names } of sections.toSorted((a, b) => rank(a) - rank(b) || compare(a.group, b.group))) {
    lines.push('', group === '' ? `[${kind}]` : `[${kind}: ${group}]`)
    for (const { name, base } of names.toSorted((a, b) => compare(a.name, b.name)))
      lines.push(base === undefined ? name : `${name} = ${base}`)
  }
  return `${lines.join('\n')}\n`
}

/** @throws Error naming the line that is not of this form */
export function readNameFile(text: string): readonly NameSection[] {
  const sections: NameSection[] = []
  for (const [at, line] of text.split('\n').entries()) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('[') && line.endsWith(']')) {
      const [kind = '', group = ''] = line.slice(1, -1).split(': ')
      if (!isKind(kind)) throw new Error(`line ${at + 1} of the names of items has an unknown kind: ${line}`)
      sections.push({ kind, group, names: [] })
      continue
    }
    const section = sections.at(-1)
    if (section === undefined) throw new Error(`line ${at + 1} of the item names is not in a section: ${line}`)
    const [name = '', base] = line.split(' = ')
    section.names.push(base === undefined ? { name } : { name, base })
  }
  return sections
}
