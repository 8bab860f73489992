import type { DatabaseFacts } from '@muster/server/db/examine'
import { oldestPostgres } from '@muster/server/db/migrate'
import { problems } from '@muster/server/start-problems'
import { type Finding, ok, problem, toFinding, warning } from './finding.ts'

/** Connections of two commands that run at the same time as the server. */
const forCommands = 4
const skew_ms = { warning: 1000, problem: 10_000 }

function judgeRights({ may_create, foreign_tables, is_read_only, user }: DatabaseFacts): Finding {
  const about = 'Database rights'
  if (is_read_only) return toFinding(about, problems.databaseReadOnly())
  if (!may_create) return toFinding(about, problems.databaseRights(user))
  if (foreign_tables > 0)
    return problem(
      about,
      `${foreign_tables} tables do not belong to ${user}, so migrations will fail.`,
      `As superuser: reassign owned by … to ${user}.`,
    )
  return ok(about, `${user} owns all tables and may create more`)
}

function judgeConnections({ connections, held_by_others }: DatabaseFacts, needed: number): Finding {
  const about = 'Connections'
  const free = connections - held_by_others
  const text = `${free} for Muster (${connections} allowed, ${held_by_others} held by other programs); this process uses up to ${needed}`
  if (free < needed) return problem(about, `${text}.`, 'Raise max_connections of PostgreSQL (or the limit of user or database).')
  if (free < needed + forCommands)
    return warning(about, `${text}, and commands two each.`, 'Raise max_connections of PostgreSQL a little.')
  return ok(about, text)
}

function judgeMigrations({ pending_migrations, unknown_migrations, breaking_migrations, events }: DatabaseFacts): Finding {
  const about = 'Migrations'
  if (unknown_migrations.length > 0 && breaking_migrations.length === 0)
    return warning(
      about,
      `A later version has run here (it has ${unknown_migrations.join(', ')}); this version is compatible.`,
      'Return to the later version when you can.',
    )
  if (breaking_migrations.length > 0) return toFinding(about, problems.databaseTooNew(breaking_migrations))
  if (pending_migrations.length === 0) return ok(about, 'all applied')
  const text = `${pending_migrations.length} are applied at the next start`
  return events === 0 ? ok(about, text) : warning(about, `${text}.`, 'Take a backup first: npm run -s backup')
}

function judgeClock({ clock_ahead_ms }: DatabaseFacts): Finding {
  const about = 'Clock, database'
  const apart_ms = Math.abs(clock_ahead_ms)
  if (apart_ms < skew_ms.warning) return ok(about, 'the same time as here')
  const text = `It is ${(apart_ms / 1000).toFixed(0)} s ${clock_ahead_ms > 0 ? 'ahead of' : 'behind'} this machine.`
  const todo = 'Run a time service (chrony, systemd-timesyncd) on both machines.'
  return (apart_ms < skew_ms.problem ? warning : problem)(about, text, todo)
}

/** @param needed maximum of connections of this process, see `countConnections` */
export function judgeDatabase(facts: DatabaseFacts, needed: number): Finding[] {
  const { version, version_number, database, hears, is_utf8, is_private, unsafe } = facts
  return [
    version_number < oldestPostgres
      ? toFinding('Database', problems.databaseTooOld(version))
      : ok('Database', `"${database}" on PostgreSQL ${version}`),
    judgeRights(facts),
    judgeMigrations(facts),
    judgeConnections(facts, needed),
    hears
      ? ok('Notifications', 'arrive')
      : problem(
          'Notifications',
          'LISTEN and NOTIFY do not work on this address.',
          'Connect to PostgreSQL itself, or to a pooler in session mode: transaction mode does not work.',
        ),
    judgeClock(facts),
    ...(is_utf8 ? [] : [problem('Encoding', 'The database is not UTF8.', "Create it with: encoding 'UTF8' template template0")]),
    ...(is_private
      ? []
      : [
          warning(
            'Encryption',
            'The connection to the database is not encrypted.',
            'Outside a private network, add ?sslmode=verify-full to DATABASE_URL.',
          ),
        ]),
    ...(unsafe.length === 0
      ? []
      : [
          problem(
            'Durability',
            `${unsafe.join(', ')} ${unsafe.length === 1 ? 'is' : 'are'} off: a crash of the database loses points.`,
            'Switch on again in postgresql.conf.',
          ),
        ]),
  ]
}
