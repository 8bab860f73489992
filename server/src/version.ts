import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The version of Muster, defined only in the package.json at the root. */
export const { version } = z.object({ version: z.string().min(1) }).parse(JSON.parse(manifest))
