import { findConflicts, type ProcessMark, type RunningProcess } from '@muster/server/processes'
import { type Finding, ok, warning } from './finding.ts'

const about = 'Processes'

const describe = ({ version, roles, connected_at, address }: RunningProcess) =>
  `${version} (${roles.join(', ')}) since ${connected_at.toISOString()}${address === null ? '' : ` from ${address}`}`

const advice = {
  versions: ['They are of several versions.', 'Normal during an upgrade. Otherwise stop the process that should not run.'],
  secrets: [
    'They have different secrets, so each refuses the logins of the other.',
    'Set the same TOKEN_SECRET and ENCRYPTION_SECRET for all, or stop the server that was started by accident.',
  ],
  folders: [
    "Processes with the role jobs have several DATA_DIRs, so none knows the other's requests to the game.",
    'Normal for a standby on another machine. Otherwise stop the server that was started by accident.',
  ],
} as const

/**
 * The processes on this database.
 * @param ours the mark of a process with these settings; null if its secrets cannot be read
 */
export function judgeProcesses(processes: readonly RunningProcess[], ours: ProcessMark | null): Finding[] {
  if (processes.length === 0) return [ok(about, 'none runs on this database')]
  const text = `${processes.length} on this database: ${processes.map(describe).join('; ')}`
  const conflicts = findConflicts(processes)
  const findings = conflicts.map((conflict) => warning(about, `${text}. ${advice[conflict][0]}`, advice[conflict][1]))
  if (findings.length > 0) return findings
  const differs = ours !== null && findConflicts([...processes, ours]).includes('secrets')
  return [
    differs
      ? warning(
          about,
          `${text}. These settings have other secrets than the running server.`,
          'Run the doctor in the folder of that server; or restart it, if the secrets were just changed.',
        )
      : ok(about, text),
  ]
}
