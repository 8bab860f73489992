import { Refusal } from './refusal.ts'

/**
 * An edit that began with another version than the stored one would overwrite what somebody else has changed. Call it with the row
 * locked, or under the event's ledger lock.
 * @param base the version that the edit began with; clients that send none overwrite whatever is there.
 * @throws Refusal changed_meanwhile
 */
export function checkVersion(base: number | null | undefined, stored: number): void {
  if (base !== null && base !== undefined && base !== stored) throw new Refusal('changed_meanwhile')
}
