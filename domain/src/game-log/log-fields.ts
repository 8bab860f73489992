import type { ItemField } from '@muster/contract/conditions'
import type { LogEventKind } from '@muster/contract/game-log'

/** The field that conditions read in events of a kind: their `value`. */
export const valueFields: Partial<Readonly<Record<LogEventKind, ItemField>>> = { area: 'AREA', boss: 'BOSS' }

export const isLogField = (field: ItemField): boolean => Object.values(valueFields).includes(field)
