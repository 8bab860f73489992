/**
 * Removes these signs from the end of a text. A pattern such as `/=+$/` also tries every row of signs inside the text, so that
 * its work grows with the square of the text.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
