/** The entries of a list value, trimmed and without empty ones. */
export const splitValues = (value: string): string[] =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
