/** The entries of a list value, trimmed; empty ones do not count. */
export const splitValues = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
