/** Capitals of the words, or the first three letters: "The Lanterns" -> "TL". */
export function abbreviate(name: string): string {
  const initials = name
    .split(/\s+/)
    .map((word) => word[0] ?? '')
    .join('')
  return (initials.length > 1 ? initials : name.slice(0, 3)).toUpperCase()
}
