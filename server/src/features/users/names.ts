import { bareName } from '@muster/contract/names'
import { collectNames } from '@muster/domain/names/look-alike'

const formerPlayer = 'Former player'

/** The name of a user whose account was deleted. */
export const formerName = (user_id: number): string => `${formerPlayer} ${user_id}`

const reserved = collectNames([formerPlayer])

/** Whether a name looks like that of a deleted account. */
export const isReserved = (name: string): boolean => reserved.includes(bareName(name).slice(0, formerPlayer.length))
