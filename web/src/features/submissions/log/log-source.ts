/** The log file as the browser gives it. */
export interface LogSource {
  readonly name: string
  /** Whether `open` shows lines that the game writes later. */
  readonly grows: boolean
  /** The file as it is now; rejects if the browser no longer reads it. */
  readonly open: () => Promise<File>
}

type Picker = (options: object) => Promise<readonly { readonly name: string; getFile(): Promise<File> }[]>
const findPicker = (): Picker | null => (window as { showOpenFilePicker?: Picker }).showOpenFilePicker ?? null

/** Whether this browser reads a dropped file again and again: only browsers built on Chromium do. */
export const followsFiles = (): boolean => /Chrom(e|ium)\//.test(navigator.userAgent)

/** The first file of a drop; null: nothing that can be read. */
export function takeDropped(data: DataTransfer): LogSource | null {
  const entry = [...data.items].map((item) => item.webkitGetAsEntry()).find((each) => each?.isFile)
  if (entry?.isFile) {
    const file = entry as FileSystemFileEntry
    return { name: entry.name, grows: followsFiles(), open: () => new Promise((resolve, reject) => file.file(resolve, reject)) }
  }
  const [file] = data.files
  return file ? takeFile(file) : null
}

/** A chosen file is read as it was when it was chosen. */
export const takeFile = (file: File): LogSource => ({ name: file.name, grows: false, open: () => Promise.resolve(file) })

/**
 * Opens the browser's dialog for a file that can be followed; it refuses folders of the system, where the game often is.
 * @returns null if the person chose nothing, or undefined if this browser has no such dialog
 */
export async function pickFile(): Promise<LogSource | null | undefined> {
  const pick = findPicker()
  if (!pick) return undefined
  try {
    const [handle] = await pick({ types: [{ description: 'Client.txt', accept: { 'text/plain': ['.txt'] } }] })
    return handle ? { name: handle.name, grows: true, open: () => handle.getFile() } : null
  } catch (failure) {
    if (failure instanceof DOMException && failure.name === 'AbortError') return null
    throw failure
  }
}
