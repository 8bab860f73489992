/**
 * Text as PostgreSQL can hold it: without U+0000, and without halves of surrogate pairs, which UTF-8 cannot write. JSON can
 * name both. Each becomes U+FFFD; leaving it out could make one name into another.
 */
export const toStorable = (text: string): string => text.replaceAll('\0', '\uFFFD').toWellFormed()

/** Whether PostgreSQL can hold a text as it is. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed()
