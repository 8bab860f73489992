import { createHash } from 'node:crypto'

/** Stored instead of a secret, so that a copy of the database cannot use it. */
export const hashSecret = (text: string): Buffer => createHash('sha256').update(text).digest()
