/** Separates the names of a path: "Dailies > Week 1". Within a name, a backslash comes before it. */
const separators = '>›'

export const writePath = (names: readonly string[]): string =>
  names.map((name) => name.replaceAll(/[\\>›]/g, String.raw`\$&`)).join(' > ')

/** Names from the outside in; empty parts are left out. */
export function readPath(text: string): string[] {
  const names: string[] = []
  let name = ''
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? ''
    if (separators.includes(letter)) {
      names.push(name)
      name = ''
    } else if (letter === '\\' && at + 1 < text.length) name += text[++at] ?? ''
    else name += letter
  }
  return [...names, name].map((one) => one.trim()).filter((one) => one !== '')
}
