import type { GuildLogPage } from '@muster/contract/guilds'
import { readUpload, type UploadProblem } from '@muster/domain/guilds/log-upload'

/** Larger files are refused before they are read. */
const largestFile_bytes = 64 * 1024 * 1024

/** A file or a pasted text, with its readable lines only; unreadable text is dropped at once. */
export interface Source {
  readonly name: string
  readonly pages: readonly GuildLogPage[]
  readonly problem: UploadProblem | 'too_large' | null
}

export function readSource(name: string, text: string): Source {
  const read = readUpload(text)
  return read.ok ? { name, pages: read.pages, problem: null } : { name, pages: [], problem: read.problem }
}

export async function readFile(file: File): Promise<Source> {
  if (file.size > largestFile_bytes) return { name: file.name, pages: [], problem: 'too_large' }
  return readSource(file.name, await file.text())
}

/** Sources by name: a file that is chosen again replaces the earlier one. */
export const mergeSources = (known: readonly Source[], chosen: readonly Source[]): Source[] => [
  ...known.filter(({ name }) => chosen.every((one) => one.name !== name)),
  ...chosen,
]
