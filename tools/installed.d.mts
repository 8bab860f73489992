/** See `installed.mjs`. */
export function isInstalled(root: string): boolean
export function isShipped(root: string): boolean
export function listBundledNodes(root: string): string[]
