import { type ChildProcess, spawn } from 'node:child_process'

/** The other end of this pipe closes when this process ends for any reason. */
const watch = 'read -r _; kill -s "$1" "$2" 2>/dev/null'

/**
 * Sends a signal to a child process when this process ends, even after SIGKILL: a small shell in its own process group waits for
 * that. The shell ends with the watched process.
 */
export function endWithUs(child: ChildProcess, signal: 'SIGKILL' | 'SIGQUIT' | 'SIGTERM'): void {
  if (child.pid === undefined) return
  const args = ['-c', watch, 'sh', signal.slice('SIG'.length), String(child.pid)]
  const watcher = spawn('/bin/sh', args, { cwd: '/', detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  watcher.unref()
  // The shell may end before its pipe is closed.
  watcher.stdin.once('error', () => undefined)
  ;(watcher.stdin as unknown as { unref?: () => void }).unref?.()
  child.once('exit', () => watcher.kill('SIGKILL'))
}
