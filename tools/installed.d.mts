/** See `installed.mjs`. */
export function isInstalled(root: string): boolean
