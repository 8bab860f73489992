/**
 * `kill -9`. A process number read from an empty or missing text is 0, and a signal to 0 reaches the whole group: the tests
 * themselves, and the program that started them.
 * @throws RangeError if it is not the number of a process; an error with the code ESRCH if the process has ended
 */
export function killProcess(pid: number | undefined): void {
  if (pid === undefined || !Number.isSafeInteger(pid) || pid <= 1) throw new RangeError(`${pid} is not the number of a process`)
  process.kill(pid, 'SIGKILL')
}
