import { Refusal } from './refusal.ts'

/**
 * An edit based on an older version would overwrite another user's change. Call this with the row locked, or under the event's
 * ledger lock.
 * @param base the version the edit is based on; clients that send none overwrite the stored version.
 * @throws Refusal changed_meanwhile
 */
export function checkVersion(base: number | null | undefined, stored: number): void {
  if (base !== null && base !== undefined && base !== stored) throw new Refusal('changed_meanwhile')
}
