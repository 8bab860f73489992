/**
 * Removes these characters from the end of a text. A pattern such as `/=+$/` also tries every run of them inside the text, which
 * takes quadratic time.
 */
export function withoutEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
