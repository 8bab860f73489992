/** Readers for the query string of an address; invalid values count as absent. */

export function readId(value: unknown): number | undefined {
  const id = typeof value === 'string' ? Number(value) : value
  return typeof id === 'number' && Number.isSafeInteger(id) && id > 0 ? id : undefined
}

/** A whole number, 0 or more. */
export function readCount(value: unknown): number | undefined {
  return value === 0 || value === '0' ? 0 : readId(value)
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, 2000) : typeof value === 'number' ? String(value) : undefined
}

export function readChoice<V extends string>(value: unknown, choices: readonly V[]): V | undefined {
  return choices.find((choice) => choice === value)
}

export function readFlag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined
}

export function readIds(value: unknown): readonly number[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  const ids = list.flatMap((each) => readId(each) ?? [])
  return ids.length > 0 ? [...new Set(ids)].slice(0, 100) : undefined
}

/** Names, each once. */
export function readNames(value: unknown): readonly string[] | undefined {
  const list = Array.isArray(value) ? value : [value]
  const names = list.flatMap((each) => readText(each)?.slice(0, 100) ?? [])
  return names.length > 0 ? [...new Set(names)].slice(0, 20) : undefined
}
