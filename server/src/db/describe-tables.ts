import pg from 'pg'

// The columns of a migrated database as TypeScript: `npm run db` writes tables.gen.ts, and a test compares.

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly is_nullable: boolean
  readonly has_default: boolean
  readonly is_computed: boolean
}

/** What the driver makes of a type (`connect.ts` has 64-bit integers and numerics read as numbers). JSON is whatever was written. */
const typeOf: Readonly<Record<string, string>> = {
  bool: 'boolean',
  bytea: 'Buffer',
  float4: 'number',
  float8: 'number',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  json: 'unknown',
  jsonb: 'unknown',
  numeric: 'number',
  text: 'string',
  timestamptz: 'Date',
  varchar: 'string',
}

function describeColumn({ table, name, type, is_nullable, has_default, is_computed }: Column): string {
  const one = typeOf[type.replace(/^_/, '')]
  if (one === undefined) throw new Error(`${table}.${name} is of type ${type}, for which describe-tables.ts knows no type`)
  const whole = `${one}${type.startsWith('_') ? '[]' : ''}${is_nullable && one !== 'unknown' ? ' | null' : ''}`
  const written = is_computed ? `GeneratedAlways<${whole}>` : has_default ? `Generated<${whole}>` : whole
  return `    ${name}: ${written}`
}

/** One interface with a member per table, in the order of `database/schema.sql`. */
export async function describeTables(url: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Column>(columns_sql)
    const tables = [...Map.groupBy(rows, (row) => row.table)].map(
      ([table, columns]) => `  ${table}: {\n${columns.map(describeColumn).join('\n')}\n  }`,
    )
    return `${heading}\nexport interface Tables {\n${tables.join('\n')}\n}\n`
  } finally {
    await client.end()
  }
}

const heading = `// What the migrations lead to, written by npm run db. Not to be edited; what is known beyond it stands in schema.ts.
import type { Generated, GeneratedAlways } from 'kysely'
`

const columns_sql = `
  select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as is_nullable,
    d.adbin is not null as has_default, a.attidentity = 'a' or a.attgenerated <> '' as is_computed
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_namespace n on n.oid = c.relnamespace
    join pg_type t on t.oid = a.atttypid
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where n.nspname = 'public' and c.relkind in ('r', 'p', 'v') and c.relname not like 'kysely_%'
    and a.attnum > 0 and not a.attisdropped
  order by c.relname collate "C", a.attnum`
