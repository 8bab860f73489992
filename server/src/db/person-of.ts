import type { MinimalUser } from '@muster/contract/users'
import { sql } from 'kysely'

/** The user whose id is in a column, as one value of a query; null if the column is. */
export const personOf = (column: string) =>
  sql<MinimalUser | null>`(select json_build_object('id', id, 'display_name', display_name) from users where id = ${sql.ref(column)})`
