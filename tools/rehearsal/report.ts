import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Outcome, sayCpu } from './rehearse.ts'
import type { ReportsOutcome } from './reports.ts'
import { judgeReturn } from './returns.ts'

const seconds = (count: number) => `${Math.floor(count / 60)} min ${Math.round(count % 60)} s`

const countAll = (table: Readonly<Record<string, number>>) => Object.values(table).reduce((sum, count) => sum + count, 0)

/** The standings cannot show a wrong refusal: the oracle counts only the reports that judges approved. */
function judgeReports({ true: honest, again, edited }: ReportsOutcome): string[] {
  const refused = honest.refused + edited.refused
  return [
    ...(refused > 0 ? [`the server refused ${refused} items as reported before that were new`] : []),
    ...(again.missed > 0 ? [`${again.missed} doubled items were new to the server`] : []),
    ...(again.refused + again.flagged + again.missed === 0
      ? ['the play was too short: no doubled item, stacks aside, was refused or opened by a judge']
      : []),
    ...(honest.approved === 0 ? ['no true report was approved'] : []),
  ]
}

/** The requirements that the rehearsal failed, as sentences; empty if it passed. */
export function listFailures({ verdict, requests, totals, logs, returns, reports }: Outcome): string[] {
  const complaints = countAll(requests.complaints)
  return [
    ...(verdict.differences.length > 0 ? [`${verdict.differences.length} standings differ from the oracle's`] : []),
    ...(totals.some((total, team) => total !== verdict.totals[team]) ? ["the totals differ from the oracle's"] : []),
    ...(logs.differences.length > 0 ? [`the guild logs differ from the uploads (${logs.differences.length} differences)`] : []),
    ...(complaints > 0 ? [`the game reported ${complaints} violations`] : []),
    ...returns.flat().flatMap(judgeReturn),
    ...(reports === null ? [] : judgeReports(reports)),
  ]
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] => [
  `| ${head.join(' | ')} |`,
  `|${head.map(() => '---').join('|')}|`,
  ...rows.map((row) => `| ${row.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`),
  '',
]

const listReports = (reports: Outcome['reports']): string[] =>
  reports === null
    ? []
    : [
        '## Reports of players',
        '',
        ...table(
          ['report', 'sent', 'refused at once', 'known as the same item', 'approved'],
          Object.entries(reports).map(([truth, one]) => [truth, one.sent, one.refused, one.flagged, one.approved]),
        ),
      ]

function writeMarkdown(outcome: Outcome): string {
  const { scenario, options, verdict, product, requests, faults } = outcome
  const failures = listFailures(outcome)
  const speed = Math.round(outcome.event_seconds / outcome.real_seconds)
  return [
    `# Rehearsal ${scenario.name}`,
    '',
    scenario.summary,
    '',
    failures.length === 0 ? "Passed: the final standings are the oracle's, and the game reported no violations." : 'Failed:',
    ...failures.map((failure) => `- ${failure}`),
    '',
    ...table(
      ['', ''],
      [
        ['seed', scenario.seed],
        ['played', seconds(outcome.event_seconds)],
        ['took', `${seconds(outcome.real_seconds)}, ${speed} times real time`],
        ['processor time', sayCpu(outcome.cpu_seconds)],
        ['steps', `${outcome.steps} of ${scenario.step_seconds} s, and ${outcome.moves} moves for queued requests`],
        ['slowest step', `${outcome.slowest_step_ms} ms for ${scenario.step_seconds} s of the event`],
        ['server killed', `${outcome.kills} of ${options.kills} times`],
        ['database restarted', `${outcome.database_restarts} times`],
        ['connections renewed', outcome.reconnected],
        ['standings compared', `${verdict.compared}, of which ${verdict.exact} had only one possible value`],
        ['differences', verdict.differences.length],
        ['lines in guild logs', outcome.logs.lines],
        ['fingerprint of the standings', outcome.fingerprint],
      ],
    ),
    '## Points',
    '',
    ...table(
      ['team', 'Muster', 'oracle'],
      outcome.totals.map((total, team) => [outcome.team_names[team] ?? team, total, verdict.totals[team] ?? '']),
    ),
    ...listReports(outcome.reports),
    '## Injected faults',
    '',
    ...(faults.length === 0
      ? ['Nothing.', '']
      : table(
          ['fault', 'effect', 'struck'],
          faults.map(({ id, effect, struck }) => [id, effect, struck]),
        )),
    '## Return after maintenance',
    '',
    ...(outcome.returns.length === 0
      ? ['The game had no maintenance.', '']
      : table(
          ['closure', 'read again', 'of', 'first after, s', 'last after, s'],
          outcome.returns.flatMap((kinds, closure) =>
            kinds.map(({ kind, returned, expected, first_seconds, last_seconds }) => [
              closure + 1,
              `${returned} ${kind}`,
              expected,
              first_seconds ?? '',
              last_seconds ?? '',
            ]),
          ),
        )),
    '## State of the product',
    '',
    ...table(
      ['job', 'failures in a row', 'delay, s', 'last error'],
      product.jobs.map((job) => [job.job_type, job.failures_in_a_row, job.delay_seconds ?? 'unknown', job.last_error ?? 'none']),
    ),
    ...table(
      ['stored', 'number'],
      Object.entries(product.counts).map(([name, count]) => [name.replaceAll('_', ' '), count]),
    ),
    ...(product.problems.length === 0
      ? ['It recorded no problem with the data it read.', '']
      : table(
          ['job', 'problem', 'times'],
          product.problems.map(({ job_type, problem, count }) => [job_type, problem, count]),
        )),
    `Its log has ${outcome.troubles.length} warnings and errors.`,
    '',
    '## Requests to the game',
    '',
    ...table(
      ['answer', 'requests'],
      Object.entries(requests.by_status).map(([status, count]) => [status, count]),
    ),
    ...table(
      ['limited by', 'requests'],
      Object.entries(requests.by_policy).map(([policy, count]) => [policy, count]),
    ),
    ...(outcome.complaints.length === 0 ? ['No violation.', ''] : [...outcome.complaints.map((line) => `- ${line}`), '']),
    '## Differences',
    '',
    ...outcome.logs.differences.map((difference) => `- ${difference}`),
    ...(outcome.logs.differences.length > 0 ? [''] : []),
    ...(verdict.differences.length === 0
      ? ['None.', '']
      : table(
          ['objective', 'team', 'oracle', 'Muster', 'noticed at hour', 'faults shortly before'],
          outcome.findings.map(({ objective, team, expected, found, seen_at_hour, faults }) => [
            objective,
            outcome.team_names[team] ?? team,
            expected,
            found,
            seen_at_hour,
            faults.join(', '),
          ]),
        )),
  ].join('\n')
}

/** Writes the report as Markdown and JSON, and the final standings. @returns the path of the report. */
export function writeReport(outcome: Outcome, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const { standings, ...data } = outcome
  const page = join(folder, 'report.md')
  writeFileSync(page, writeMarkdown(outcome))
  writeFileSync(join(folder, 'report.json'), `${JSON.stringify(data, null, 2)}\n`)
  writeFileSync(join(folder, 'standings.jsonl'), standings)
  return page
}
