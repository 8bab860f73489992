import { z } from 'zod'

/** A moment with its offset from UTC, as every call sends it. */
export const DateTime = z.iso.datetime({ offset: true })
