import '../../../messages/admin-team-sort.ts'
import type { SignupQuestion } from '@muster/contract/signup-questions'
import type { SortPerson } from '@muster/contract/team-sort'
import { readAccountName } from '@muster/contract/users'
import { findAnswer } from '@muster/domain/signups/answers'
import { t } from '../../../lib/text/messages.ts'

const yes = (is: boolean) => (is ? t('sort.yes') : '')

/** The columns of the export, in order, with the cell of a person. */
export const sortColumns = {
  team: (_: SortPerson, team: string) => team,
  display_name: ({ user }) => user.display_name,
  account_name: ({ user }) => readAccountName(user) ?? '',
  discord_name: ({ user }) => user.discord_name ?? '',
  discord_id: ({ user }) => user.discord_id ?? '',
  expected_hours: ({ entry }) => entry.expected_hours,
  measured_hours: ({ entry }) => entry.measured_hours ?? '',
  past_events: ({ history }) => history.length,
  needs_help: ({ entry }) => yes(entry.needs_help),
  wants_to_help: ({ entry }) => yes(entry.wants_to_help),
  guild_owner: ({ entry }) => yes(entry.is_guild_owner),
  team_lead: ({ team_lead }) => yes(team_lead),
  partner: ({ partner_name }) => partner_name ?? '',
  status: ({ application_status }) => application_status,
  signed_up_at: ({ signed_up_at }) => signed_up_at ?? '',
} as const satisfies Record<string, (person: SortPerson, team: string) => string | number>
export type SortColumn = keyof typeof sortColumns
export const sortColumnNames = Object.keys(sortColumns) as SortColumn[]

/** Numbers stay numbers, so that a spreadsheet reads them, and their sign is not taken for a formula. */
function writeAnswer({ answers }: SortPerson, { id, kind }: SignupQuestion): string | number {
  const answer = findAnswer(answers, id)
  return kind === 'number' && answer !== '' ? Number(answer) : answer
}

/** A header and a row for each person, in the given order of teams: columns, then answers. */
export function writeRows(
  people: readonly SortPerson[],
  teamName: (person: SortPerson) => string,
  columns: readonly SortColumn[],
  questions: readonly SignupQuestion[] = [],
): (string | number)[][] {
  return [
    [...columns.map((column) => t(`sort.column.${column}`)), ...questions.map(({ text }) => text)],
    ...people.map((person) => [
      ...columns.map((column) => sortColumns[column](person, teamName(person))),
      ...questions.map((question) => writeAnswer(person, question)),
    ]),
  ]
}
