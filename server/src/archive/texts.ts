export const textOf = (date: Date): string => date.toISOString()
export const textOfSome = (date: Date | null): string | null => date?.toISOString() ?? null
