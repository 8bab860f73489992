import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The repository. */
export const root = fileURLToPath(new URL('..', import.meta.url))

/** The members, in the order of the arrows between them. */
export const members = ['contract', 'domain', 'simulator', 'server', 'web'] as const

/** The data folder of Muster on this machine; `npm run reset` removes it. */
export const dataDir = () => resolve(root, process.env['DATA_DIR'] ?? '.data')
