import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describeSchema } from '@muster/server/db/describe-schema'
import { describeTables } from '@muster/server/db/describe-tables'
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '@muster/server/db/embedded-postgres'
import { migrate } from '@muster/server/db/migrate'
import { root } from './places.ts'

// Runs the migrations on an empty database and writes the resulting schema. Run it after a change of migrations.

const data_dir = mkdtempSync(join(tmpdir(), 'muster-schema-'))
const database = await startEmbeddedPostgres({ data_dir, durable: false, ends_with_starter: true })
try {
  const applied = await migrate(database.url)
  writeFileSync(join(root, 'database', 'schema.sql'), await describeSchema(database.url))
  writeFileSync(join(root, 'server', 'src', 'db', 'tables.gen.ts'), await describeTables(database.url))
  console.log(`${applied.length} migrations, written to database/schema.sql and server/src/db/tables.gen.ts.`)
} finally {
  await database.stop()
  await removeEmbeddedPostgres(data_dir)
}
