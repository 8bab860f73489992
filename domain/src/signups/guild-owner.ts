/** A signup's free text is a JSON object written by clients; Muster leaves other entries unchanged. */
function readExtra(extra: string | null): Record<string, unknown> {
  try {
    const parsed: unknown = JSON.parse(extra ?? '{}')
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? { ...parsed } : {}
  } catch {
    return {}
  }
}

export const isGuildOwner = (extra: string | null): boolean => readExtra(extra)['guild_owner'] === true

/** The text to send; null if it is empty. */
export function writeGuildOwner(extra: string | null, is_owner: boolean): string | null {
  const { guild_owner: _, ...others } = readExtra(extra)
  const next = is_owner ? { ...others, guild_owner: true } : others
  return Object.keys(next).length === 0 ? null : JSON.stringify(next)
}
