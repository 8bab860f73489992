import { neededBy } from '@muster/server/db/migrate'
import { expect, test } from 'vitest'
import { findContractions, listMigrationFiles, listReleases } from './migration-rules.ts'

const releases = listReleases()
const migrations = listMigrationFiles()
const first = releases[0]?.newest_migration ?? ''

test.runIf(releases.length === 0)('before the first release there is one migration, and changes edit it', () => {
  expect(migrations).toHaveLength(1)
})

test('a migration removes nothing that the previous version uses', () => {
  const later = migrations.filter(({ name }) => name > first)
  const known = releases.map(({ newest_migration }) => Number(newest_migration.slice(0, 4)))
  const broken = later.flatMap(({ name, text }) => {
    const since = neededBy(name)
    if (since !== 0) return known.includes(since) ? [] : [`${name}: no release ends with migration ${since}`]
    return findContractions(text).map((contraction) => `${name} ${contraction}`)
  })
  expect(broken).toEqual([])
})

test('each release names a commit and its newest migration', () => {
  for (const { version, commit, newest_migration } of releases) {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(commit).toMatch(/^[0-9a-f]{40}$/)
    expect(migrations.map(({ name }) => name)).toContain(newest_migration)
  }
})

test.each([
  ['drop table teams', 'drops something: drop table teams'],
  ['alter table teams drop column color', 'drops something: drop column color (teams)'],
  ['ALTER TABLE public.teams RENAME COLUMN color TO colour', 'renames something: rename column color to colour (teams)'],
  ['alter table teams alter column name type varchar(20)', 'changes a type: alter column name type varchar(20) (teams)'],
  ['alter table teams alter name set not null', 'demands a value: alter name set not null (teams)'],
  ['alter table teams add a int, add b numeric(4, 2) not null', 'demands a value: add b numeric(4, 2) not null (teams)'],
  ['alter table teams add constraint few check (size < 9)', 'forbids values: add constraint few check (size < 9) (teams)'],
  ['alter table teams drop constraint teams_name_key', 'drops something: drop constraint teams_name_key (teams)'],
  ['create unique index on teams (name)', 'forbids values: create unique index on teams (name)'],
  ["alter type mood add value 'sad'", "changes something: alter type mood add value ''"],
  ["do $$ begin execute 'drop table teams'; end $$", "hides what it does: do ''"],
])('a migration is refused: %s', (statement, found) => expect(findContractions(`-- why\n${statement};`)).toEqual([found]))

test.each([
  'create table a (id int); alter table a add b int not null; create unique index on a (b); alter table a drop b',
  'alter table teams add column motto text',
  "alter table teams add column motto text not null default 'drop table teams; '",
  'alter table teams add column key text; create unique index teams_key on teams (event_id, key)',
  'alter table teams drop constraint teams_size_check',
  'create index on teams (name); drop index teams_old',
  'create function f() returns trigger language plpgsql as $$ begin drop table x; return new; end $$',
])('a migration is allowed: %s', (text) => expect(findContractions(text)).toEqual([]))
