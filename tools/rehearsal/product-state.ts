import type { Organised } from './organise.ts'
import type { Stage } from './stage.ts'

/** The final state of the product: jobs, problems, and numbers of stored rows. */
export interface ProductState {
  readonly jobs: readonly {
    readonly job_type: string
    readonly last_error: string | null
    readonly failures_in_a_row: number
    readonly delay_seconds: number | null
  }[]
  readonly problems: readonly { readonly job_type: string; readonly problem: string; readonly count: number }[]
  readonly counts: Readonly<Record<'stash_snapshots' | 'character_readings' | 'facts' | 'score_changes', number>>
}

export async function readProduct(stage: Stage, { admin, event_id }: Organised): Promise<ProductState> {
  const jobs = await admin.client.call('getJobs', undefined)
  const problems = await stage.db
    .selectFrom('ingestion_problems')
    .select(['job_type', 'problem', (of) => of.fn.countAll<number>().as('count')])
    .where('event_id', '=', event_id)
    .groupBy(['job_type', 'problem'])
    .orderBy('job_type')
    .execute()
  const count = async (table: keyof ProductState['counts']) => {
    const row = await stage.db
      .selectFrom(table)
      .select((of) => of.fn.countAll<number>().as('count'))
      .where('event_id', '=', event_id)
      .executeTakeFirstOrThrow()
    return row.count
  }
  return {
    jobs: jobs.map(({ job_type, last_error, failures_in_a_row, delay_seconds }) => ({
      job_type,
      last_error,
      failures_in_a_row,
      delay_seconds,
    })),
    problems,
    counts: {
      stash_snapshots: await count('stash_snapshots'),
      character_readings: await count('character_readings'),
      facts: await count('facts'),
      score_changes: await count('score_changes'),
    },
  }
}
