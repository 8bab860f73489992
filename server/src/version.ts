import { readFileSync } from 'node:fs'
import { z } from 'zod'

const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')

/** The version of Muster: only the package.json at the root says it. */
export const { version } = z.object({ version: z.string().min(1) }).parse(JSON.parse(manifest))
