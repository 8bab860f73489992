import type { Provider } from '@muster/contract/auth'
import type { DataKind } from '@muster/contract/own-data'
import { type RawBuilder, sql } from 'kysely'
import type { Person } from './person.ts'

/**
 * The fate of a column when its person is deleted and the row stays: `emptied`: an empty text; `removed`: a reference from the
 * row of another person, set to null; `renamed`: another name or number, not related to the old one; `pseudonym`: it refers to
 * the row of the person, which has become a pseudonym. Otherwise it stays, and this is the reason; if others wrote it and
 * `may_name` a person, the full names of their accounts are replaced.
 */
export type Fate = 'emptied' | 'removed' | 'renamed' | 'pseudonym' | { readonly stays: string; readonly may_name?: true }

export type Rows = (person: Person) => RawBuilder<boolean>

export interface KeptTable {
  readonly kind: DataKind
  /** Rows about the person. */
  readonly about: Rows
  /** `go`: deleted with the person. `stay`: `columns` lists what happens to their values. */
  readonly rows: 'go' | 'stay'
  readonly columns?: Readonly<Record<string, Fate>>
  /** More rows for the export: actions of the person as a judge, a lead or an organiser. */
  readonly by?: Rows
  /** Left out of the export: secrets, data about others, and values that only a program can read. */
  readonly not_exported?: readonly string[]
  /** Packed items of snapshots, unpacked by the export. */
  readonly packed?: string
}

/** A table without personal data, and the reason. */
export interface Impersonal {
  readonly impersonal: string
  /** Texts of programs in which deletion replaces the names of the person. */
  readonly texts?: readonly string[]
}

export const ofUser: Rows = ({ user_id }) => sql`user_id = ${user_id}`
/** Answers refer to questions, so an export has both. */
export const isAsked: Rows = ({ user_id }) => sql`event_id in (select event_id from signups where user_id = ${user_id})`
export const byNote: Rows = ({ user_id }) => sql`note_author_id = ${user_id}`
export const byStep: Rows = ({ user_id }) => sql`(owner_id = ${user_id} or marked_by_id = ${user_id})`
export const byAuthor: Rows = ({ user_id }) => sql`author_id = ${user_id}`
export const either =
  (...rows: readonly Rows[]): Rows =>
  (person) =>
    sql`(${sql.join(
      rows.map((one) => one(person)),
      sql` or `,
    )})`
/** The rows of the table are about no person, but their texts may name one. */
export const nothing: Rows = () => sql`false`
export const ofCharacter: Rows = ({ character_ids }) => sql`character_id = any(${character_ids}::text[])`
const namesOf = ({ accounts }: Person, provider: Provider) =>
  accounts.filter((one) => one.provider === provider).map(({ name }) => name.toLowerCase())
/** Their names in the game: connected, or stated and confirmed. */
export const gameNamesOf = (person: Person) => [
  ...namesOf(person, 'poe'),
  ...person.confirmed_names.map((name) => name.toLowerCase()),
]
export const idsOf = ({ accounts }: Person, provider: Provider) =>
  accounts.filter((one) => one.provider === provider).map(({ account_id }) => account_id)
